import { configure } from '@testing-library/react'
import { hangLimitMs } from './hang-limit.ts'

// As for `expect.poll`: the default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: hangLimitMs })
