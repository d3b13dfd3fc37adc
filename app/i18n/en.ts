/** English, the source of all other catalogues: SPEC's words where the product has stated them. */
export const en = {
  header: {
    skip: 'Skip to the content',
    nav: 'Pages',
    menu: 'Menu',
    blog: 'Blog',
    help: 'Help',
    contact: 'Contact',
    terms: 'Terms',
    privacy: 'Privacy',
    dmca: 'DMCA',
  },
  footer: {
    claim: '{site} is the fastest and most reliable downloader of TikTok videos.',
    download: 'Download Videos',
    nav: 'More pages',
    start: 'Downloader',
    howItWorks: 'How it works',
    features: 'Features',
    faq: 'Questions',
    pc: 'TikTok downloader for PC',
    extension: 'Chrome Extension Alternative',
    mp4: 'TikTok to MP4',
    read: 'Read',
    blog: 'Blog',
    help: 'Help',
    statistics: 'Statistics',
    resources: 'Resources',
    site: 'This site',
    contact: 'Contact',
    pressKit: 'Press kit',
    backlinkBuilder: 'Backlink builder',
    legal: 'Legal',
    terms: 'Terms',
    privacy: 'Privacy',
    dmca: 'DMCA',
    languages: 'Language',
    independent: 'Independent of TikTok and ByteDance.',
  },
  home: {
    title: 'TikTok video downloader without watermark, in HD and MP3',
    description:
      'Paste a TikTok link and save the video without a watermark: MP4 up to 1080p, the sound as MP3, or every image of a slideshow. Free, unlimited, no registration.',
    headline: ['Keep the clip.', 'Cut the watermark.'],
    lead: 'Save TikTok videos without a watermark, in HD up to 1080p, or just their sound as MP3. Free, unlimited, no registration.',
    steps: {
      eyebrow: 'How it works',
      heading: 'Three moves, and it’s yours',
      copyTitle: 'Copy the link',
      copy: 'In the TikTok app press Share, then Copy link. In a browser, take what stands in the address bar.',
      pasteTitle: 'Paste it here',
      paste:
        'Put it into the field above and press Download. A whole message will do, we find the link in it.',
      saveTitle: 'Save the file',
      save: 'Press Download Now and wait eight seconds. On an iPhone or iPad, Share to Save puts the video into Photos.',
    },
    features: {
      eyebrow: 'Features',
      heading: 'Everything of the post, nothing on top',
      watermarkTitle: 'No watermark',
      watermark:
        'You get the file from before the logo was put on it. Nothing is cropped, blurred or painted over.',
      hdTitle: 'HD up to 1080p',
      hd: 'Offered wherever the post has an HD file, with its size, so you know before you save.',
      mp3Title: 'Sound as MP3',
      mp3: 'Just the audio: 192 kbps, tagged with title and creator.',
      slideshowTitle: 'Slideshows',
      slideshow:
        'Photo posts as single pictures or as one ZIP with all of them, and the sound too.',
      registrationTitle: 'No registration',
      registration: 'No account, no email address, no app. The link is all we ask for.',
      freeTitle: 'Unlimited and free',
      free: 'As many clips as you like, at no charge. Places for advertisements pay for the servers.',
      scriptTitle: 'Works without JavaScript',
      script:
        'Every step is a plain page underneath. Old phones and strict browsers get the same file.',
      cookiesTitle: 'No tracking cookies',
      cookies: 'Visits are counted on our own server, without cookies. Nothing follows you around.',
      choiceTitle: 'Your choice',
      choice:
        'Our own count of visits needs no cookies. Tools of other companies load only if you agree.',
    },
    faq: {
      eyebrow: 'Questions',
      heading: 'Asked before',
      more: 'Your question isn’t here? The help page goes through every step and every message.',
      moreLink: 'Open the help page',
      items: [
        {
          question: 'Is it really free, and is there a limit?',
          answer:
            'It’s free, and you may save as many posts as you like. Only very many requests within one minute make you wait a little, so that there is room for everybody.',
        },
        {
          question: 'Do I need an account or an app?',
          answer:
            'No. It’s a web page: it works in the browser of your phone, tablet or computer, and asks for nothing but the link.',
        },
        {
          question: 'How do I save a video on an iPhone or iPad?',
          answer:
            'Open this page in Safari, look the post up and press Download Now. After the countdown press Share to Save and choose Save Video for Photos, or Save to Files for a folder.',
        },
        {
          question: 'Why is there no HD for my video?',
          answer:
            'HD is offered when the post has an HD file. Some were uploaded smaller, and making them larger would add nothing but bytes. The plain MP4 is the best there is of those.',
        },
        {
          question: 'Can I save a slideshow, or only the sound?',
          answer:
            'Both. A photo post gives every image, one by one or all in a ZIP. MP3 gives the sound of a video or a slideshow.',
        },
        {
          question: 'Where did the file go?',
          answer:
            'Into the Downloads folder: on a computer that of your browser, on Android that of the Files app, on an iPhone that of Files, or Photos if you chose Save Video.',
        },
        {
          question: 'Why does my link not work?',
          answer:
            'The link has to lead to one public post. Profiles, sounds, hashtags and live broadcasts hold many or none; private and deleted posts can’t be fetched by anybody.',
        },
        {
          question: 'Do you keep my videos or know what I saved?',
          answer:
            'No. A file passes through the server on its way to you and isn’t kept, and no list says who saved what. The author isn’t told either.',
        },
        {
          question: 'May I use what I have saved?',
          answer:
            'Your own posts, yes. Other people’s belong to them: keeping a private copy is allowed in many countries, posting it again needs the author’s permission.',
        },
      ],
    },
  },
  downloader: {
    label: 'TikTok link',
    placeholder: 'https://www.tiktok.com/@name/video/…',
    paste: 'Paste',
    submit: 'Download',
    processing: 'Processing',
    hint: 'Copy link from TikTok app → Paste here → Download',
    demo: 'Demo mode: every link gives the same sample clip.',
    unreachable: "This server can't reach TikTok, so every link gives the sample clip.",
  },
  errors: {
    empty: 'Please enter a TikTok URL',
    invalid: 'Please enter a valid TikTok URL',
    failed: 'Failed to fetch video data. Please check the URL and try again.',
    unexpected: 'An error occurred while processing your request. Please try again.',
    clipboardDenied:
      'Clipboard access denied. Please allow clipboard permissions in your browser or paste the URL manually using Ctrl+V (Cmd+V on Mac).',
    clipboardEmpty: 'No content found in clipboard. Please copy a TikTok URL first.',
    clipboardFailed:
      'Unable to access clipboard. Please paste the URL manually using Ctrl+V (Cmd+V on Mac).',
    removed: 'This post is not available here.',
  },
  hints: {
    profile: 'This link leads to a profile. Open one of its posts and copy that link.',
    live: 'Live broadcasts cannot be saved. Posts can.',
    sound: 'This link leads to a sound. Open a post that uses it and copy that link.',
    tag: 'This link leads to a hashtag. Open one of its posts and copy that link.',
    collection: 'This link leads to a collection. Open one of its posts and copy that link.',
    playlist: 'This link leads to a playlist. Open one of its posts and copy that link.',
    login: 'This link leads to a login page. In the app use Share → Copy link.',
    badId: 'The link looks cut short. Copy it again in the app: Share → Copy link.',
    unknownPath: 'This link does not lead to a post. In the app use Share → Copy link.',
    notFound: 'It may be private, deleted, or not shown in every country.',
    gone: "This post has been deleted or doesn't exist.",
    private: 'This post is private.',
    age: 'This post is age-restricted, so it can only be seen by people who are signed in to the app.',
    region: "This post isn't available in this server's country.",
    restricted: 'This post is under review or has been restricted by the platform.',
    unsupported: "This kind of post can't be downloaded. Videos and photo posts can.",
    dailyLimit: 'The limit for today is used up. Please come back tomorrow.',
    busy: {
      one: 'Many people are here right now. Try again in {n} second.',
      other: 'Many people are here right now. Try again in {n} seconds.',
    },
    refusedHere: "TikTok is refusing this server's requests right now. Try again later.",
    pageChanged:
      "TikTok has changed its page, so this site can't read it right now. Try again later.",
    unavailable: 'The video service does not answer at the moment. Try again in a few minutes.',
    tooMany: {
      one: 'That was a lot of requests from your network. Try again in {n} second.',
      other: 'That was a lot of requests from your network. Try again in {n} seconds.',
    },
    removed: 'It was taken down at this site after a notice or by the operator.',
  },
  result: {
    by: 'by {author}',
    untitled: 'Untitled post',
    coverAlt: 'Cover of the post',
    downloadNow: 'Download Now',
    otherFormats: 'Other formats',
    hd: 'HD video',
    mp3: 'MP3 sound',
    mp4: 'MP4 video',
    zip: 'All images as ZIP',
    images: 'Images',
    image: 'Image {number}',
    saveImage: 'Save image {number}',
  },
  prepare: {
    title: 'Preparing your download...',
    countdown: {
      one: 'Your download will be ready in {n} second',
      other: 'Your download will be ready in {n} seconds',
    },
    ready: 'Your download is ready',
    close: 'Close',
    downloadNow: 'Download Now',
    iosHeading: 'Save it to your iPhone or iPad',
    iosShare: 'Press Share to Save, then choose Save Video.',
    iosSafari: 'Press Open in Safari, then the Share button there, and choose Save to Files.',
    iosFiles:
      'Copy the link to the file and paste it into a file manager app that downloads links.',
    shareToSave: 'Share to Save',
    openInSafari: 'Open in Safari',
    copyLink: 'Link to the file',
    back: 'Back to the start page',
    ad: 'Advertisement',
  },
  saveProblem: {
    expiredTitle: 'This download link has expired',
    expired: 'Download links work for ten minutes. Look the post up again to get a new one.',
    invalidTitle: 'This download link is not valid',
    invalid: 'It may have been cut off when it was copied. Start again from the post’s own link.',
    removedTitle: 'This post is not available here',
    noSuchFileTitle: 'This post has no such file',
    noSuchFile: 'It may have changed since it was looked up.',
    noSoundTitle: 'This post has no sound',
    noSound: 'There is nothing to make an MP3 of. The video itself can still be saved.',
    busyTitle: 'Too many downloads at once',
    busy: {
      one: 'All places are taken for the moment. Try again in {n} second.',
      other: 'All places are taken for the moment. Try again in {n} seconds.',
    },
    unavailableTitle: 'The file cannot be had at the moment',
    unavailable: 'The place where the file lies did not answer as it should. Please try again.',
    tooLargeTitle: 'This file is too large',
    tooLarge: 'It is larger or longer than this site hands out.',
    lookUpAgain: 'Look it up again',
  },
  copy: {
    copied: 'Copied!',
    failed: 'That did not work. The text is marked: press Ctrl+C (Cmd+C on Mac) to copy it.',
  },
  notFound: {
    title: 'Page not found',
    text: "The page you're looking for doesn't exist or has been moved.",
    back: 'Back to Home',
  },
  maintenance: {
    title: 'We’ll be right back',
    text: 'The site is being worked on. Please come back in a few minutes.',
  },
  crash: {
    title: 'Something went wrong',
    text: 'The page could not be made. Please try again in a moment.',
    damagedTitle: 'The site is being repaired',
    damagedText:
      'Some of its stored data is damaged, so nothing can be looked up or stored until it’s fixed. Please try again later.',
    waitTitle: 'Nothing can be stored right now',
    waitText: 'Nothing was changed. Please try again in a minute.',
    refusedTitle: 'This request was refused',
    refusedText:
      'It came from another site, or its form did not arrive whole. Nothing was changed. Open the page again and send it from there.',
    otherAddress:
      'This site was opened at {here}, but it knows itself as {own} and takes forms from there alone. Open it there; whoever runs it can set APP_URL to the address that is used.',
    reference: 'Reference: {id}',
  },
  pages: {
    problemTitle: 'This page cannot be shown',
    problem: 'Failed to load page content. Please try again later.',
    onlyEnglish: 'This page has not been translated yet, so you are reading it in English.',
    contents: 'On this page',
    downloader: 'Downloader',
    bookmarklet: {
      title: 'The bookmarklet',
      link: 'Save with {site}',
      drag: 'Drag this button to your bookmarks bar. It does nothing on this page; press it on the page of a post.',
      code: 'The same as code, to be copied into a bookmark by hand',
    },
    contact: {
      label: 'Write to',
    },
    asked: {
      platform:
        'To look a link up, this server opens the post’s public page at TikTok. TikTok sees a request from this server, without your IP address, your cookies or anything about your browser.',
      ytdlp:
        'It can also use yt-dlp for this, a program that runs on this server and asks TikTok from here.',
      service:
        'This server can ask an extraction service at {hosts} for the post’s details. That service is run by a third party. It receives the link and this server’s address, and no IP address, cookies or browser details of yours.',
      noThirdParty: 'No third party other than TikTok receives the links you look up.',
      proxy: 'Requests to TikTok go through a proxy server that the operator has chosen.',
      demo: 'This site is in demo mode: every link gives a sample clip that is part of the program, and no one is asked about it.',
      nothing: 'Nothing is set up to look links up with at the moment, so no one receives them.',
    },
  },
  consent: {
    label: 'Tools of other companies',
    question:
      'May we measure how this site is used with tools of other companies? They set cookies, and load only if you agree.',
    more: 'What is stored',
    accept: 'Accept',
    decline: 'Decline',
    footer: 'Your choice on cookies',
    title: 'Your choice on cookies',
    lead: 'The operator of this site would like to use these tools of other companies. They set cookies and learn which pages you open. Everything here works without them.',
    accepted: 'You have agreed: the tools load.',
    declined: 'You have declined: nothing of other companies loads.',
    undecided: 'You have not decided yet: nothing of other companies loads.',
    signal:
      'Your browser sends the Global Privacy Control signal. It counts as a no here: nothing of other companies loads.',
    none: 'None of them is switched on here.',
    inUse: 'Switched on here, for visitors who agree:',
    change: 'Change your choice',
    tools: {
      analytics: 'Google Analytics, a search engine’s count of visits',
      heatmap: 'Microsoft Clarity, a map of where pages are pressed and scrolled',
      pixel: 'Meta Pixel, a social network’s measurement of visits',
    },
  },
  seo: {
    feedTitle: '{site} Blog',
    cardAlt: '{site}: save short videos without a watermark',
  },
  languages: {
    label: 'Language',
    suggestion: 'This page is also available in {language}.',
    open: 'Show it in {language}',
    dismiss: 'Put this line away',
  },
} as const
