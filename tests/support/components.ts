import { configure } from '@testing-library/react'

// As for `expect.poll`: the default of one second is too short on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
