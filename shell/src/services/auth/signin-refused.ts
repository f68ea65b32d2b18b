/** The identity service refused to sign in, in the words of OpenID Connect, e.g. 'login_required' or 'access_denied'. */
export class SigninRefused extends Error {
  override readonly name = 'SigninRefused';
  readonly reason: string;

  constructor(reason: string) {
    super(`Sign-in refused: ${reason}`);
    this.reason = reason;
  }
}
