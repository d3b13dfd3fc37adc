// All run before any module of the app is loaded: the first process of a container never gets a
// signal that it has no listener for.
import './node-version.js'
import './own-folder.ts'
import './signals.ts'
import { endForFault } from '#db/unavailable.ts'

// Not awaited: main.ts imports one of them too, and would wait for this module to end.
import('./main.ts').catch(endForFault)
