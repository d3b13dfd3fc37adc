/** Texts for a part of a clip, loaded with its fields. */
export const enPart = {
  title: 'Only a part',
  from: 'From',
  to: 'To',
  hint: 'Leave a field empty for the video’s start or end.',
  not_a_time: 'Enter a time such as 0:13.3 or 1:02.',
  end_before_start: 'Choose an end after the start.',
  past_end: 'Choose a time before the video’s end.',
  too_short: 'Choose at least half a second.',
  play: 'Play this part',
  stop: 'Stop',
  download: 'Download this part',
  whole: 'Use the whole video',
}
