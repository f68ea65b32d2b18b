/**
 * Search keywords of the shell's own screens besides titles, as `find` in module manifests, in all languages: former
 * names, names in the specification, and common task names. Never displayed.
 */
export const SCREEN_WORDS: Readonly<Record<string, readonly string[]>> = {
  dashboard: ['Hôm nay', 'Today', 'Trang chủ', 'Dashboard', 'Home'],
  profile: ['Hồ sơ cá nhân', 'Thông tin cá nhân', 'Personal record', 'Bảo hiểm y tế', 'Thẻ BHYT', 'CCCD'],
  'update-profile': ['Cập nhật hồ sơ', 'Update profile', 'Sửa thông tin cá nhân', 'Đổi địa chỉ'],
  'update-patient-contactor': ['Người liên hệ', 'Contact person', 'Liên hệ khẩn cấp', 'Emergency contact'],
  family: ['Gia đình', 'Sức khỏe gia đình', 'Family', 'Family health', 'Con tôi', 'Người thân'],
  'create-related-profile': ['Thêm thành viên gia đình', 'Add family member', 'Thêm con', 'Thêm bố mẹ'],
  'patient-qrs': ['Mã QR', 'Đưa mã QR', 'QR code', 'Personal QR code'],
  'qr-scanner': ['Quét mã', 'Scan QR code'],
  notifications: ['Thông báo', 'Notifications'],
  setting: ['Cài đặt', 'Settings', 'Ngôn ngữ', 'Language', 'Cỡ chữ', 'Text size', 'Đổi mật khẩu', 'Giao diện tối'],
  help: ['Trợ giúp', 'Help', 'Hỗ trợ', 'Tổng đài', 'Support'],
};
