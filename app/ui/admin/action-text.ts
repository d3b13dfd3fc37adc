/** An action of the audit log in words: `user.password_changed` is `User password changed`. */
export function actionText(action: string): string {
  const words = action.replaceAll(/[._]/g, ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
