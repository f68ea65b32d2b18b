import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';

const OTHER = localized('Mục khác trong hồ sơ', 'Other record entry');

/** What each resource type is called. */
const TYPES: Readonly<Record<string, Localized>> = {
  Account: localized('Tài khoản viện phí', 'Account'),
  AllergyIntolerance: localized('Dị ứng', 'Allergy'),
  Appointment: localized('Lịch hẹn', 'Appointment'),
  Binary: localized('Tệp', 'File'),
  CarePlan: localized('Kế hoạch chăm sóc', 'Care plan'),
  CareTeam: localized('Nhóm chăm sóc', 'Care team'),
  Claim: localized('Yêu cầu thanh toán', 'Claim'),
  Composition: localized('Tài liệu y tế', 'Clinical document'),
  Concept: localized('Khái niệm', 'Concept'),
  Condition: localized('Bệnh', 'Condition'),
  Consent: localized('Chấp thuận', 'Consent'),
  Coverage: localized('Bảo hiểm', 'Coverage'),
  Device: localized('Thiết bị', 'Device'),
  DeviceUseStatement: localized('Việc sử dụng thiết bị', 'Device use'),
  DiagnosticReport: localized('Kết quả cận lâm sàng', 'Diagnostic report'),
  DocumentReference: localized('Tài liệu', 'Document'),
  Encounter: localized('Lần khám', 'Encounter'),
  Endpoint: localized('Địa chỉ dữ liệu', 'Data address'),
  ExplanationOfBenefit: localized('Quyết toán bảo hiểm', 'Explanation of benefit'),
  FamilyMemberHistory: localized('Tiền sử gia đình', 'Family history'),
  Goal: localized('Mục tiêu', 'Goal'),
  Group: localized('Nhóm', 'Group'),
  HealthcareService: localized('Dịch vụ y tế', 'Healthcare service'),
  ImagingStudy: localized('Chẩn đoán hình ảnh', 'Imaging study'),
  Immunization: localized('Tiêm chủng', 'Immunization'),
  Location: localized('Địa điểm', 'Location'),
  Media: localized('Hình ảnh', 'Media'),
  Medication: localized('Thuốc', 'Medication'),
  MedicationAdministration: localized('Lần dùng thuốc', 'Medication given'),
  MedicationDispense: localized('Cấp phát thuốc', 'Medication dispensed'),
  MedicationRequest: localized('Đơn thuốc', 'Prescription'),
  MedicationStatement: localized('Thuốc đang dùng', 'Medication in use'),
  Observation: localized('Chỉ số, kết quả', 'Observation'),
  Organization: localized('Tổ chức', 'Organisation'),
  Patient: localized('Bệnh nhân', 'Patient'),
  Practitioner: localized('Nhân viên y tế', 'Practitioner'),
  PractitionerRole: localized('Vai trò nhân viên y tế', 'Practitioner role'),
  Procedure: localized('Thủ thuật', 'Procedure'),
  Questionnaire: localized('Bảng câu hỏi', 'Questionnaire'),
  QuestionnaireResponse: localized('Câu trả lời', 'Questionnaire answers'),
  RelatedPerson: localized('Người thân', 'Related person'),
  RiskAssessment: localized('Đánh giá nguy cơ', 'Risk assessment'),
  Schedule: localized('Lịch làm việc', 'Schedule'),
  ServiceRequest: localized('Chỉ định dịch vụ', 'Service request'),
  Slot: localized('Khung giờ', 'Slot'),
  Specimen: localized('Mẫu bệnh phẩm', 'Specimen'),
  Task: localized('Yêu cầu', 'Request'),
};

/** The name of a resource type; a general word for one that the product does not know. */
export function typeWords(type: string, locale: Locale): string {
  const words = Object.hasOwn(TYPES, type) ? TYPES[type] : undefined;
  return words?.[locale] ?? OTHER[locale];
}
