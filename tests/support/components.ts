import { configure } from '@testing-library/react'

// As for `expect.poll`: its own second is too short for a machine that runs other tests beside.
configure({ asyncUtilTimeout: 5_000 })
