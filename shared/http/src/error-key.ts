import type { AppError } from '@phr/contract/app-error';

const BY_CODE: Readonly<Record<string, string>> = {
  401: 'error.unauthorized',
  UNAUTHORIZED: 'error.unauthorized',
  403: 'error.accessRestricted',
  ACCESS_DENIED: 'error.accessRestricted',
  500: 'error.default',
  SERVER_ERROR: 'error.default',
  TIMEOUT: 'error.timeout',
  CONFLICT: 'error.conflict',
  ANONYMOUS: 'error.anonymous',
  INTERRUPTED: 'error.loadingInterrupted',
  DuplicateUserName: 'error.duplicateUserName',
  InvalidPhoneNumber: 'error.invalidPhoneNumber',
  InvalidToken: 'error.invalidToken',
  OTP_LIMIT: 'error.otpLimit',
  FHIR_REQ_ERR: 'error.fhirRequest',
  FORM_INPUT_INVALID: 'error.formInvalid',
  PASSWORD_REFUSED: 'error.passwordRefused',
  VERIFYING_USER_MISSING: 'error.verifyingUserMissing',
  NO_ACCESS_TOKEN: 'error.noAccessCode',
  INVALID_REFERRAL: 'error.invalidReferral',
  IMAGE_TOO_SMALL: 'upload.imageTooSmall',
  NO_CLASSIFICATION: 'imaging.noClassification',
  UPLOAD_LIMIT: 'upload.limitExceeded',
  CONTENT_LIMIT: 'content.limitExceeded',
  FILE_TYPE: 'upload.typeNotSupported',
  UPLOAD_QUOTA: 'upload.quota',
  ALREADY_PAIRED: 'device.alreadyPaired',
  DUPLICATE_REMINDER: 'device.duplicateReminder',
  MAIN_MEMBER: 'family.cannotRemoveMain',
  SLOT_TAKEN: 'booking.slotTaken',
  SLOT_TOO_SOON: 'booking.slotTooSoon',
  NOT_DELETABLE: 'error.notDeletable',
  INVALID_TRANSITION: 'error.invalidTransition',
  OUT_OF_SESSION: 'device.outOfShareSession',
  CONSENT_ASKED: 'consent.asked',
  NOT_FOUND: 'error.notFound',
  TOO_MANY_REQUESTS: 'error.tooManyRequests',
  UNAVAILABLE: 'error.unavailable',
  ACCOUNT_LOCKED: 'error.accountLocked',
  NOT_SUPPORTED: 'error.featureNotSupported',
  METHOD_NOT_ALLOWED: 'error.featureNotSupported',
  PROMO_INVALID: 'voucher.invalid',
  PROMO_USED: 'voucher.used',
  PROMO_HELD: 'voucher.held',
  PROMO_EXPIRED: 'voucher.expired',
  ENROLLMENT_EXPIRED: 'enrollment.expired',
  ALREADY_JOINED: 'enrollment.alreadyJoined',
  ALREADY_REGISTERED: 'org.alreadyRegistered',
  REQUEST_OPEN: 'link.requestOpen',
  REMINDER_LIMIT: 'device.reminderLimit',
  SESSION_RUNNING: 'device.sessionRunning',
  QR_EXPIRED: 'qr.expired',
};

/** Keys by status, for servers and proxies with unknown codes. */
const BY_STATUS: Readonly<Record<number, string>> = {
  401: 'error.unauthorized',
  403: 'error.accessRestricted',
  404: 'error.notFound',
  405: 'error.featureNotSupported',
  408: 'error.timeout',
  412: 'error.conflict',
  429: 'error.tooManyRequests',
  501: 'error.featureNotSupported',
  502: 'error.unavailable',
  503: 'error.unavailable',
  504: 'error.timeout',
};

/** Message key of an error: by code, message, unreachable source or status, else the default. */
export function errorKey(error: Pick<AppError, 'code' | 'message' | 'source' | 'httpStatus'>): string {
  const byCode = BY_CODE[error.code];
  if (byCode) return byCode;
  if (/access denied/i.test(error.message)) return 'error.accessRestricted';
  if (error.code === 'NETWORK')
    return error.source === 'ID_SERVER' ? 'error.identityUnreachable' : 'error.recordServerUnreachable';
  return BY_STATUS[error.httpStatus ?? 0] ?? 'error.default';
}
