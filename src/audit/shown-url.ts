/** A valid URL without user and password, for messages and reports. */
export function shownUrl(text: string): string {
  const url = new URL(text);
  url.username = '';
  url.password = '';
  return url.href;
}
