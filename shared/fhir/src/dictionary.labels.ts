import type { Localized } from './locale.ts';

const w = (vi: string, en: string): Localized => ({ vi, en });

/** Labels and small words of descriptions. */
export const LABELS = {
  value: w('Kết quả', 'Result'),
  reference: w('Khoảng tham chiếu', 'Reference range'),
  interpretation: w('Nhận định', 'Interpretation'),
  category: w('Loại', 'Category'),
  note: w('Ghi chú', 'Note'),
  performer: w('Người hoặc nơi thực hiện', 'Performer'),
  recorder: w('Người ghi nhận', 'Recorded by'),
  enteredBy: w('Người nhập', 'Entered by'),
  bodySite: w('Vị trí', 'Body site'),
  method: w('Phương pháp', 'Method'),
  member: w('Gồm', 'Includes'),
  severity: w('Mức độ', 'Severity'),
  onset: w('Bắt đầu', 'Onset'),
  abatement: w('Kết thúc', 'Ended'),
  recorded: w('Ngày ghi nhận', 'Recorded date'),
  verification: w('Xác nhận', 'Verification'),
  reason: w('Lý do', 'Reason'),
  dose: w('Liều dùng', 'Dosage'),
  route: w('Đường dùng', 'Route'),
  quantity: w('Số lượng', 'Quantity'),
  requester: w('Người chỉ định', 'Requester'),
  provider: w('Cơ sở y tế', 'Provider'),
  type: w('Loại khám', 'Type'),
  diagnosis: w('Chẩn đoán', 'Diagnosis'),
  lot: w('Số lô', 'Lot'),
  doseNumber: w('Mũi số', 'Dose number'),
  source: w('Nguồn', 'Source'),
  conclusion: w('Kết luận', 'Conclusion'),
  results: w('Các chỉ số', 'Results'),
  files: w('Tệp', 'Files'),
  total: w('Tổng cộng', 'Total'),
  paid: w('Bảo hiểm chi trả', 'Paid by the insurer'),
  items: w('Các khoản', 'Items'),
  insurance: w('Bảo hiểm', 'Insurance'),
  activity: w('Hoạt động', 'Activity'),
  goal: w('Mục tiêu', 'Goal'),
  achievement: w('Tiến triển', 'Achievement'),
  target: w('Mức cần đạt', 'Target'),
  due: w('Hạn', 'Due'),
  participant: w('Người tham gia', 'Participant'),
  author: w('Người lập', 'Author'),
  section: w('Phần', 'Section'),
  gender: w('Giới tính', 'Gender'),
  genderIdentity: w('Bản dạng giới', 'Gender identity'),
  birthDate: w('Ngày sinh', 'Date of birth'),
  phone: w('Điện thoại', 'Phone'),
  email: w('Email', 'Email'),
  address: w('Địa chỉ', 'Address'),
  deceased: w('Đã mất', 'Deceased'),
  identifier: w('Mã số', 'Number'),
  serial: w('Số sê-ri', 'Serial number'),
  manufacturer: w('Hãng sản xuất', 'Manufacturer'),
  series: w('Số loạt ảnh', 'Series'),
  images: w('Số ảnh', 'Images'),
  modality: w('Kỹ thuật', 'Modality'),
  period: w('Thời gian', 'Period'),
  relationship: w('Quan hệ', 'Relationship'),
  criticality: w('Nguy cơ', 'Criticality'),
  reaction: w('Phản ứng', 'Reaction'),
  risk: w('Nguy cơ', 'Risk'),
  specialty: w('Chuyên khoa', 'Specialty'),
  answer: w('Trả lời', 'Answer'),
  target_disease: w('Phòng bệnh', 'Against'),
  instruction: w('Hướng dẫn', 'Instruction'),
  name: w('Tên', 'Name'),
} as const satisfies Readonly<Record<string, Localized>>;

export const SMALL_WORDS = {
  yes: w('Có', 'Yes'),
  no: w('Không', 'No'),
  positive: w('Dương tính (có)', 'Positive (present)'),
  negative: w('Âm tính (không có)', 'Negative (absent)'),
  withheld: w('Được giữ kín', 'Withheld'),
  notPerformed: w('Không đo được', 'Not measured'),
  pending: w('Chờ kết quả', 'Pending'),
  notApplicable: w('Không áp dụng', 'Not applicable'),
  unknown: w('Không có giá trị', 'No value'),
  noValue: w('Không có giá trị', 'No value'),
  otherCode: w('Mục chưa có tên', 'Entry without a name'),
  nameNotGiven: w('Chưa có tên', 'Name not given'),
  nameWithheld: w('Tên được giữ kín', 'Name withheld'),
  otherSource: w('Theo lời kể hoặc nguồn khác', 'Reported by you or another source'),
  notGivenPrefix: w('Không tiêm', 'Not given'),
  otherStatus: w('Tình trạng khác', 'Other status'),
  file: w('Tệp', 'File'),
  image: w('Hình ảnh', 'Image'),
  pdf: w('Tệp PDF', 'PDF file'),
  text: w('Văn bản', 'Text'),
  video: w('Video', 'Video'),
  audio: w('Âm thanh', 'Audio'),
  dicom: w('Ảnh DICOM', 'DICOM image'),
  male: w('Nam', 'Male'),
  female: w('Nữ', 'Female'),
  other: w('Khác', 'Other'),
  genderUnknown: w('Không rõ', 'Unknown'),
  childhood: w('khi còn nhỏ', 'in childhood'),
  openEnd: w('nay', 'now'),
  keeper: w('Người giữ hồ sơ, không phải cơ sở y tế', 'The keeper of this record, not a health facility'),
  typedByKeeper: w('người giữ hồ sơ nhập', 'entered by the keeper of this record'),
  asNeeded: w('khi cần', 'as needed'),
} as const satisfies Readonly<Record<string, Localized>>;

/** What one and several entries of a document's section are called. */
export const entriesWords = (count: number): Localized =>
  w(`${count} mục`, count === 1 ? '1 entry' : `${count} entries`);
/** 'At age 52'. */
export const atAge = (age: string): Localized => w(`Lúc ${age}`, `At age ${age}`);
/** Sampled data in words. */
export const samplesWords = (count: number, seconds: string): Localized =>
  w(
    `${count} giá trị đo liên tục${seconds === '' ? '' : ` trong ${seconds} giây`}`,
    `${count} continuous values${seconds === '' ? '' : ` over ${seconds} seconds`}`,
  );

/** Units of a timing, by their UCUM codes. */
export const TIME_UNITS = [
  { code: 's', words: w('giây', 'second') },
  { code: 'min', words: w('phút', 'minute') },
  { code: 'h', words: w('giờ', 'hour') },
  { code: 'd', words: w('ngày', 'day') },
  { code: 'wk', words: w('tuần', 'week') },
  { code: 'mo', words: w('tháng', 'month') },
  { code: 'a', words: w('năm', 'year') },
] as const;
/** '2 times every day', '1 time every 8 hours'. */
export const oftenWords = (
  times: string,
  count: number,
  length: string,
  period: number,
  unit: { readonly words: Localized },
): Localized =>
  w(
    `${times} lần mỗi ${period === 1 ? '' : `${length} `}${unit.words.vi}`,
    `${times} ${count === 1 ? 'time' : 'times'} ${period === 1 ? `every ${unit.words.en}` : `every ${length} ${unit.words.en}s`}`,
  );
