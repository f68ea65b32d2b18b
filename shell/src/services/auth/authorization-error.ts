/**
 * The identity service rejected the sign-in with an OpenID Connect error code, e.g. 'login_required' or
 * 'access_denied'.
 */
export class AuthorizationError extends Error {
  override readonly name = 'AuthorizationError';
  readonly reason: string;

  constructor(reason: string) {
    super(`Sign-in refused: ${reason}`);
    this.reason = reason;
  }
}
