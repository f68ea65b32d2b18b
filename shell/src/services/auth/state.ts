const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Random `state` of an authorization request: 30 characters (AUTH-03), cryptographically secure. */
export function createState(): string {
  let state = '';
  while (state.length < 30) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    // 248 is the largest multiple of 62 in a byte: higher values would bias towards the first letters
    if (byte < 248) state += LETTERS.charAt(byte % LETTERS.length);
  }
  return state;
}
