// What the back office's frame loads after itself, in one request.
import '#app/ui/site/browser/theme-switch.ts'
import './open-for-print.ts'

