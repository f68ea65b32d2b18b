/** The identity service refused to sign in, in the words of OpenID Connect, e.g. 'login_required' or 'access_denied'. */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError';
  readonly reason: string;

  constructor(reason: string) {
    super(`Sign-in refused: ${reason}`);
    this.reason = reason;
  }
}
