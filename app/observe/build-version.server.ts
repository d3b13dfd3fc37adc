import { assets } from 'virtual:react-router/server-build'

/** The build that this process serves. An open page can be from an earlier one. */
export function buildVersion(): string {
  return assets.version
}
