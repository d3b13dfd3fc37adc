import { type PageCall, sendState } from './platform-answers.ts'

type State = readonly [code: number, statusCode: number, statusMsg: string]

/** Every state of a post that the page's code and message tell, by name. */
const states = {
  gone: [100, 10204, "item doesn't exist"],
  region: [101, 10204, 'cross_border_violation_item'],
  region_other_code: [102, 10231, 'item_privacy&cross_border_violation_author'],
  deleted: [103, 10204, 'status_deleted'],
  deleted_other_code: [104, 10231, 'status_deleted'],
  deleted_privacy: [105, 10217, 'item_privacy_authorization&status_deleted'],
  private: [106, 10216, 'item_private'],
  private_account: [107, 10222, 'author_secret'],
  private_self: [108, 10222, 'status_self_see'],
  private_friends: [109, 10216, 'status_friend_see'],
  private_message: [110, 10204, 'status_self_see'],
  audit: [111, 10231, 'status_audit_not_pass'],
  reviewing: [112, 10204, 'status_reviewing'],
  author_banned: [113, 10204, 'author_status'],
  classified: [114, 10231, 'content_classification'],
  story: [115, 10235, 'item is storypost'],
  panic: [116, 10101, 'ErrSysPanic'],
  code_internal: [117, 100004, 'internal'],
  code_negative: [118, -1, ''],
  code_new: [119, 19999, 'something_new'],
  bad_id: [120, 100002, 'invalid item id'],
  region_code: [121, 10219, ''],
  gone_code: [122, 10201, ''],
  gone_other_code: [123, 10202, ''],
  code_odd: [124, 10213, 'no_word_for_it'],
  panic_deleted: [125, 10101, 'status_deleted'],
} as const satisfies Record<string, State>

export function stateBehaviours(): [string, number, (page: PageCall) => void][] {
  return Object.entries(states).map(([name, [code, statusCode, statusMsg]]) => [
    name,
    code,
    (page) => sendState(page, statusCode, statusMsg),
  ])
}
