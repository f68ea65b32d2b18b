import type { Locale } from '@phr/contract/locale';
import { localized, type Localized } from '@phr/i18n/localized';

/** Labels and small words of descriptions. */
export const LABELS = {
  value: localized('Kết quả', 'Result'),
  reference: localized('Khoảng tham chiếu', 'Reference range'),
  interpretation: localized('Nhận định', 'Interpretation'),
  category: localized('Loại', 'Category'),
  note: localized('Ghi chú', 'Note'),
  performer: localized('Người hoặc nơi thực hiện', 'Performer'),
  recorder: localized('Người ghi nhận', 'Recorded by'),
  enteredBy: localized('Người nhập', 'Entered by'),
  bodySite: localized('Vị trí', 'Body site'),
  method: localized('Phương pháp', 'Method'),
  member: localized('Gồm', 'Includes'),
  severity: localized('Mức độ', 'Severity'),
  onset: localized('Bắt đầu', 'Onset'),
  abatement: localized('Kết thúc', 'Ended'),
  recorded: localized('Ngày ghi nhận', 'Recorded date'),
  verification: localized('Xác nhận', 'Verification'),
  reason: localized('Lý do', 'Reason'),
  dose: localized('Liều dùng', 'Dosage'),
  route: localized('Đường dùng', 'Route'),
  quantity: localized('Số lượng', 'Quantity'),
  requester: localized('Người chỉ định', 'Requester'),
  provider: localized('Cơ sở y tế', 'Provider'),
  type: localized('Loại khám', 'Type'),
  diagnosis: localized('Chẩn đoán', 'Diagnosis'),
  lot: localized('Số lô', 'Lot'),
  doseNumber: localized('Mũi số', 'Dose number'),
  source: localized('Nguồn', 'Source'),
  conclusion: localized('Kết luận', 'Conclusion'),
  results: localized('Các chỉ số', 'Results'),
  files: localized('Tệp', 'Files'),
  total: localized('Tổng cộng', 'Total'),
  paid: localized('Bảo hiểm chi trả', 'Paid by the insurer'),
  items: localized('Các khoản', 'Items'),
  insurance: localized('Bảo hiểm', 'Insurance'),
  activity: localized('Hoạt động', 'Activity'),
  goal: localized('Mục tiêu', 'Goal'),
  achievement: localized('Tiến triển', 'Achievement'),
  target: localized('Mức cần đạt', 'Target'),
  due: localized('Hạn', 'Due'),
  participant: localized('Người tham gia', 'Participant'),
  author: localized('Người lập', 'Author'),
  section: localized('Phần', 'Section'),
  gender: localized('Giới tính', 'Gender'),
  genderIdentity: localized('Bản dạng giới', 'Gender identity'),
  birthDate: localized('Ngày sinh', 'Date of birth'),
  phone: localized('Điện thoại', 'Phone'),
  email: localized('Email', 'Email'),
  address: localized('Địa chỉ', 'Address'),
  deceased: localized('Đã mất', 'Deceased'),
  identifier: localized('Mã số', 'Number'),
  serial: localized('Số sê-ri', 'Serial number'),
  manufacturer: localized('Hãng sản xuất', 'Manufacturer'),
  series: localized('Số loạt ảnh', 'Series'),
  images: localized('Số ảnh', 'Images'),
  modality: localized('Kỹ thuật', 'Modality'),
  period: localized('Thời gian', 'Period'),
  relationship: localized('Quan hệ', 'Relationship'),
  criticality: localized('Nguy cơ', 'Criticality'),
  reaction: localized('Phản ứng', 'Reaction'),
  risk: localized('Nguy cơ', 'Risk'),
  specialty: localized('Chuyên khoa', 'Specialty'),
  answer: localized('Trả lời', 'Answer'),
  target_disease: localized('Phòng bệnh', 'Against'),
  instruction: localized('Hướng dẫn', 'Instruction'),
  name: localized('Tên', 'Name'),
} as const satisfies Readonly<Record<string, Localized>>;

export const SMALL_WORDS = {
  yes: localized('Có', 'Yes'),
  no: localized('Không', 'No'),
  positive: localized('Dương tính (có)', 'Positive (present)'),
  negative: localized('Âm tính (không có)', 'Negative (absent)'),
  withheld: localized('Được giữ kín', 'Withheld'),
  notPerformed: localized('Không đo được', 'Not measured'),
  pending: localized('Chờ kết quả', 'Pending'),
  notApplicable: localized('Không áp dụng', 'Not applicable'),
  unknown: localized('Không có giá trị', 'No value'),
  noValue: localized('Không có giá trị', 'No value'),
  otherCode: localized('Mục chưa có tên', 'Entry without a name'),
  nameNotGiven: localized('Chưa có tên', 'Name not given'),
  nameWithheld: localized('Tên được giữ kín', 'Name withheld'),
  otherSource: localized('Theo lời kể hoặc nguồn khác', 'Reported by you or another source'),
  notGivenPrefix: localized('Không tiêm', 'Not given'),
  otherStatus: localized('Tình trạng khác', 'Other status'),
  file: localized('Tệp', 'File'),
  image: localized('Hình ảnh', 'Image'),
  pdf: localized('Tệp PDF', 'PDF file'),
  text: localized('Văn bản', 'Text'),
  video: localized('Video', 'Video'),
  audio: localized('Âm thanh', 'Audio'),
  dicom: localized('Ảnh DICOM', 'DICOM image'),
  male: localized('Nam', 'Male'),
  female: localized('Nữ', 'Female'),
  other: localized('Khác', 'Other'),
  genderUnknown: localized('Không rõ', 'Unknown'),
  childhood: localized('khi còn nhỏ', 'in childhood'),
  openEnd: localized('nay', 'now'),
  keeper: localized('Người giữ hồ sơ, không phải cơ sở y tế', 'The keeper of this record, not a health facility'),
  typedByKeeper: localized('người giữ hồ sơ nhập', 'entered by the keeper of this record'),
  asNeeded: localized('khi cần', 'as needed'),
} as const satisfies Readonly<Record<string, Localized>>;

/** What one and several entries of a document's section are called. */
export const entriesWords = (count: number): Localized =>
  localized(`${count} mục`, count === 1 ? '1 entry' : `${count} entries`);
/** Whether an age in years names its unit: 'Lúc 52 tuổi', but 'At age 52'. */
export const NAMES_YEARS: Readonly<Record<Locale, boolean>> = { 'vi-VN': true, 'en-US': false };
/** 'At age 52'. */
export const atAge = (age: string): Localized => localized(`Lúc ${age}`, `At age ${age}`);
/** Sampled data in words. */
export const samplesWords = (count: number, seconds: string): Localized =>
  localized(
    `${count} giá trị đo liên tục${seconds === '' ? '' : ` trong ${seconds} giây`}`,
    `${count} continuous values${seconds === '' ? '' : ` over ${seconds} seconds`}`,
  );

/** Units of a timing, by their UCUM codes. */
export const TIME_UNITS = [
  { code: 's', words: localized('giây', 'second') },
  { code: 'min', words: localized('phút', 'minute') },
  { code: 'h', words: localized('giờ', 'hour') },
  { code: 'd', words: localized('ngày', 'day') },
  { code: 'wk', words: localized('tuần', 'week') },
  { code: 'mo', words: localized('tháng', 'month') },
  { code: 'a', words: localized('năm', 'year') },
] as const;
/** '2 times every day', '1 time every 8 hours'. */
export const oftenWords = (
  times: string,
  count: number,
  length: string,
  period: number,
  unit: { readonly words: Localized },
): Localized =>
  localized(
    `${times} lần mỗi ${period === 1 ? '' : `${length} `}${unit.words['vi-VN']}`,
    `${times} ${count === 1 ? 'time' : 'times'} ${period === 1 ? `every ${unit.words['en-US']}` : `every ${length} ${unit.words['en-US']}s`}`,
  );
