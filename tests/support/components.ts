import { configure } from '@testing-library/react'
import { limits } from './limits.ts'

// As for `expect.poll`: the default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: limits.poll })
