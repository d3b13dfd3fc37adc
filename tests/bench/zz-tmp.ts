import { mp3Rows } from '/work/wt/audio/tests/bench/mp3.ts'
for (const r of await mp3Rows()) console.log(JSON.stringify(r))
process.exit(0)
