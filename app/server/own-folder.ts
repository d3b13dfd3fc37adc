import { existsSync } from 'node:fs'
import path from 'node:path'

// Started from another folder, the server would make an empty database there and find no pages.
if (!existsSync('pages-content')) process.chdir(path.join(import.meta.dirname, '../..'))
