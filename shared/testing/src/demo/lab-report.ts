import { PAGE, writePdf } from '../pdf-writer.ts';
import type { PdfMark } from '../pdf-writer.ts';

export interface LabLine {
  readonly name: string;
  readonly value: string;
  readonly unit: string;
  readonly range: string;
  readonly flag?: 'H' | 'L';
}

export interface LabReport {
  readonly facility: string;
  readonly address: string;
  readonly title: string;
  readonly patient: string;
  readonly birthDate: string;
  readonly sex: string;
  readonly code: string;
  readonly takenAt: string;
  readonly doctor: string;
  readonly lines: readonly LabLine[];
  readonly conclusion: string;
}

const LEFT = 50;
const RIGHT = PAGE.width - LEFT;
const COLUMNS = { value: 300, unit: 320, range: 400, flag: RIGHT - 6 } as const;

/** A one-page laboratory report in Vietnamese. */
export function labReportPdf(report: LabReport): Uint8Array {
  const marks: PdfMark[] = [];
  const text = (
    x: number,
    y: number,
    size: number,
    words: string,
    style: { readonly bold?: true; readonly align?: 'right' | 'center' } = {},
  ): void => {
    marks.push({ kind: 'text', x, y, size, text: words, ...style });
  };
  text(LEFT, 780, 13, report.facility, { bold: true });
  text(LEFT, 764, 9, report.address);
  marks.push({ kind: 'line', x1: LEFT, y1: 754, x2: RIGHT, y2: 754, width: 1 });
  text(PAGE.width / 2, 722, 16, report.title, { bold: true, align: 'center' });
  text(LEFT, 692, 10, `Họ và tên: ${report.patient}`, { bold: true });
  text(330, 692, 10, `Mã người bệnh: ${report.code}`);
  text(LEFT, 676, 10, `Ngày sinh: ${report.birthDate}`);
  text(330, 676, 10, `Giới tính: ${report.sex}`);
  text(LEFT, 660, 10, `Thời gian lấy mẫu: ${report.takenAt}`);
  marks.push({ kind: 'box', x: LEFT, y: 624, width: RIGHT - LEFT, height: 20, grey: 0.9 });
  text(LEFT + 6, 630, 10, 'Xét nghiệm', { bold: true });
  text(COLUMNS.value, 630, 10, 'Kết quả', { bold: true, align: 'right' });
  text(COLUMNS.unit, 630, 10, 'Đơn vị', { bold: true });
  text(COLUMNS.range, 630, 10, 'Khoảng tham chiếu', { bold: true });
  report.lines.forEach((line, index) => {
    const y = 606 - index * 20;
    text(LEFT + 6, y, 10, line.name);
    text(COLUMNS.value, y, 10, line.value, {
      align: 'right',
      ...(line.flag === undefined ? {} : { bold: true as const }),
    });
    text(COLUMNS.unit, y, 10, line.unit);
    text(COLUMNS.range, y, 10, line.range);
    if (line.flag !== undefined)
      text(COLUMNS.flag, y, 10, line.flag === 'H' ? 'Cao' : 'Thấp', { bold: true, align: 'right' });
    marks.push({ kind: 'line', x1: LEFT, y1: y - 6, x2: RIGHT, y2: y - 6, width: 0.3 });
  });
  const below = 606 - report.lines.length * 20 - 16;
  text(LEFT, below, 10, 'Kết luận:', { bold: true });
  text(LEFT + 56, below, 10, report.conclusion);
  text(RIGHT - 80, below - 44, 10, 'Bác sĩ xét nghiệm', { align: 'center' });
  text(RIGHT - 80, below - 92, 10, report.doctor, { bold: true, align: 'center' });
  text(LEFT, 40, 8, 'Dữ liệu minh hoạ do phần mềm tạo ra, không phải của người thật.');
  return writePdf(`${report.title} - ${report.patient}`, [marks]);
}
