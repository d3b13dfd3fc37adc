/**
 * Runs at the end of every page that starts the app, in any browser that can run scripts at all: it
 * has only what ES5 has. Where the app can't start, it unfolds the parts for browsers without
 * scripts, such as reloads and buttons. The app needs Chrome 103, Firefox 113 or Safari 16, and
 * React Router reads its data through a TextEncoderStream.
 */
export const unfoldScript = `(function(w){if(w.AbortSignal&&"timeout"in w.AbortSignal&&w.TextEncoderStream)return;var all=document.querySelectorAll("noscript"),i=0;for(;i<all.length;i++)all[i].outerHTML=all[i].textContent})(window)`
