/** English texts for making a video from a photo post's images, loaded only with such a post. */
export const enPhotoVideo = {
  row: 'Images as a video',
  madeHere: 'made on this device',
  title: 'Make a video from the images',
  intro: 'Your browser makes an MP4 from the images and the sound.',
  length: 'Length',
  steady: '{n} seconds per image',
  fitted: 'As long as the sound',
  make: 'Make the video',
  makingTitle: 'Making your video…',
  fetching: 'Loading the images and the sound…',
  drawing: 'Image {number} of {count}',
  keepOpen: 'Keep this page open until the video is ready.',
  mp3Inside:
    'The sound in this file is MP3. Some players, such as those on iPhones, can’t play it there. Other browsers can make a file that plays everywhere.',
  failedTitle: 'The video couldn’t be made',
  image: 'Your browser can’t open one of the images. The ZIP has them all.',
  long: 'It would be longer than 10 minutes. Select fewer images or choose another length.',
  large: 'It’s too large to make in the browser. Select fewer images or save the ZIP.',
  failed: 'Your browser ran into a problem. Try again or save the ZIP.',
} as const
