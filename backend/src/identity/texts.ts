/** Languages of the identity pages. */
export type Language = 'vi' | 'en';

const vi = {
  product: 'Sổ sức khỏe',
  signIn: 'Đăng nhập',
  phone: 'Số điện thoại',
  phoneHint: 'Ví dụ: 0912 345 678',
  password: 'Mật khẩu',
  forgot: 'Quên mật khẩu?',
  createAccount: 'Tạo tài khoản',
  language: 'Ngôn ngữ',
  errorTitle: 'Có lỗi cần sửa',
  errorPrefix: 'Lỗi: ',
  phoneMissing: 'Vui lòng nhập số điện thoại',
  passwordMissing: 'Vui lòng nhập mật khẩu',
  refused: 'Số điện thoại hoặc mật khẩu không đúng',
  locked: 'Đăng nhập sai quá nhiều lần. Vui lòng thử lại sau {minutes} phút.',
  tooMany: 'Có quá nhiều yêu cầu. Vui lòng đợi một phút rồi thử lại.',
  signOut: 'Đăng xuất',
  signOutQuestion: 'Bạn có chắc chắn muốn đăng xuất không?',
  stay: 'Ở lại',
  signedOut: 'Bạn đã đăng xuất',
  expired: 'Trang đăng nhập đã hết hạn',
  expiredHelp: 'Vui lòng quay lại ứng dụng và đăng nhập lại.',
  failed: 'Có lỗi xảy ra',
  failedHelp: 'Vui lòng tải lại trang và thử lại.',
  badRequest: 'Yêu cầu đăng nhập không hợp lệ. Vui lòng mở lại ứng dụng từ địa chỉ chính thức.',
  back: 'Về ứng dụng',
  help: 'Trợ giúp',
  emergency: 'Cấp cứu',
  changePassword: 'Đổi mật khẩu',
  currentPassword: 'Mật khẩu hiện tại',
  newPassword: 'Mật khẩu mới',
  repeatPassword: 'Nhập lại mật khẩu',
  passwordHint: 'Ít nhất 6 ký tự',
  passwordShort: 'Mật khẩu phải có ít nhất 6 ký tự',
  passwordLong: 'Mật khẩu có nhiều nhất 256 ký tự',
  passwordOwn: 'Mật khẩu không được là số điện thoại hoặc tên của bạn',
  passwordCommon: 'Mật khẩu này quá dễ đoán. Vui lòng chọn mật khẩu khác.',
  passwordDiffers: 'Mật khẩu và mật khẩu nhập lại không khớp',
  currentWrong: 'Mật khẩu hiện tại không đúng',
  changed: 'Đã đổi mật khẩu. Vui lòng đăng nhập lại.',
  signInFirst: 'Vui lòng đăng nhập trước khi đổi mật khẩu.',
  forgotTitle: 'Quên mật khẩu',
  sendCode: 'Gửi mã',
  codeSent: 'Nếu số điện thoại này có tài khoản, một mã gồm 6 chữ số đã được gửi đến. Mã có hiệu lực trong 5 phút.',
  code: 'Mã xác thực',
  codeMissing: 'Vui lòng nhập mã gồm 6 chữ số',
  codeWrong: 'Mã không đúng hoặc đã hết hạn',
  sessions: 'Thiết bị đang đăng nhập',
  sessionsHelp: 'Nếu có thiết bị bạn không nhận ra, hãy đăng xuất thiết bị đó rồi đổi mật khẩu.',
  sessionsSignIn: 'Vui lòng đăng nhập để xem các thiết bị đang đăng nhập.',
  thisDevice: 'Thiết bị này',
  unknownDevice: 'Thiết bị không rõ',
  signedInAt: 'Đăng nhập lúc {time}',
  lastUsedAt: 'Dùng lần cuối lúc {time}',
  endSession: 'Đăng xuất',
  endOthers: 'Đăng xuất tất cả thiết bị khác',
  sessionEnded: 'Đã đăng xuất thiết bị.',
};

export type TextKey = keyof typeof vi;

const en: Record<TextKey, string> = {
  product: 'Health record',
  signIn: 'Log in',
  phone: 'Mobile phone',
  phoneHint: 'Example: 0912 345 678',
  password: 'Password',
  forgot: 'Forgot password?',
  createAccount: 'Create account',
  language: 'Language',
  errorTitle: 'There is a problem',
  errorPrefix: 'Error: ',
  phoneMissing: 'Please enter a mobile phone number',
  passwordMissing: 'Please enter a password',
  refused: 'The phone number or the password is not right',
  locked: 'Too many failed attempts. Please try again in {minutes} minutes.',
  tooMany: 'Too many requests. Please wait a minute and try again.',
  signOut: 'Log out',
  signOutQuestion: 'Are you sure you want to log out?',
  stay: 'Stay',
  signedOut: 'You are logged out',
  expired: 'This page has expired',
  expiredHelp: 'Please go back to the app and log in again.',
  failed: 'An error occurred',
  failedHelp: 'Please reload the page and try again.',
  badRequest: 'The login request is not valid. Please open the app again from its official address.',
  back: 'Back to the app',
  help: 'Help',
  emergency: 'Emergency',
  changePassword: 'Change password',
  currentPassword: 'Current password',
  newPassword: 'New password',
  repeatPassword: 'Confirm password',
  passwordHint: 'At least 6 characters',
  passwordShort: 'Password must have at least 6 characters',
  passwordLong: 'Password can have at most 256 characters',
  passwordOwn: 'The password must not be your phone number or your name',
  passwordCommon: 'This password is too easy to guess. Please choose another one.',
  passwordDiffers: 'Password and confirm password does not match',
  currentWrong: 'The current password is not right',
  changed: 'The password is changed. Please log in again.',
  signInFirst: 'Please log in before you change the password.',
  forgotTitle: 'Forgot password',
  sendCode: 'Send code',
  codeSent: 'If this phone number has an account, a code of 6 digits was sent to it. The code is valid for 5 minutes.',
  code: 'Verification code',
  codeMissing: 'Please enter the code of 6 digits',
  codeWrong: 'The code is wrong or has expired',
  sessions: 'Devices that are logged in',
  sessionsHelp: 'If there is a device that you do not know, log it out and then change your password.',
  sessionsSignIn: 'Please log in to see the devices that are logged in.',
  thisDevice: 'This device',
  unknownDevice: 'Unknown device',
  signedInAt: 'Logged in at {time}',
  lastUsedAt: 'Last used at {time}',
  endSession: 'Log out',
  endOthers: 'Log out all other devices',
  sessionEnded: 'The device is logged out.',
};

const TEXTS = { vi, en };

export type Texts = (key: TextKey, values?: Readonly<Record<string, string | number>>) => string;

/** Texts of one language; `{name}` in a text is replaced by the value of that name. */
export function textsOf(language: Language): Texts {
  return (key, values = {}) => TEXTS[language][key].replace(/\{(\w+)\}/g, (_all, name: string) => String(values[name] ?? ''));
}

/** The first known language of a `ui_locales` or Accept-Language value; Vietnamese when there is none. */
export function chooseLanguage(...wishes: readonly (string | undefined)[]): Language {
  for (const wish of wishes) {
    for (const tag of (wish ?? '').toLowerCase().split(/[\s,;]+/)) {
      if (tag === 'vi' || tag.startsWith('vi-')) return 'vi';
      if (tag === 'en' || tag.startsWith('en-')) return 'en';
    }
  }
  return 'vi';
}
