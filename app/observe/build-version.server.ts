import { assets } from 'virtual:react-router/server-build'

/** Names the build that this process serves; an open page may be of an earlier one. */
export function buildVersion(): string {
  return assets.version
}
