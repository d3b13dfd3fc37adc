import { assets } from 'virtual:react-router/server-build'

/** This process's build. An open page can be from an earlier one. */
export function buildVersion(): string {
  return assets.version
}
