import { localized, type Localized } from '@phr/i18n/localized';

/**
 * Effect of a status on the reading: `hard` not a measurement, not saved; `soft` saved as doubtful, excluded from
 * means, charts and notices; `told` saved and counted, and the person is informed; `quiet` no effect.
 */
type StatusWeight = 'hard' | 'soft' | 'told' | 'quiet';

interface DeviceStatus {
  readonly weight: StatusWeight;
  readonly words: Localized;
}

const hard = (vi: string, en: string): DeviceStatus => ({ weight: 'hard', words: localized(vi, en) });
const soft = (vi: string, en: string): DeviceStatus => ({ weight: 'soft', words: localized(vi, en) });
const informational = (vi: string, en: string): DeviceStatus => ({ weight: 'told', words: localized(vi, en) });

/** Statuses of the Bluetooth SIG health characteristics (2A35, 2A18, 2A5E). */
const STATUSES = {
  // blood pressure, 2A35
  bodyMovement: soft('Máy đo báo: cử động khi đo', 'Meter: movement while measuring'),
  cuffTooLoose: soft('Máy đo báo: quấn băng lỏng', 'Meter: cuff too loose'),
  irregularPulse: informational(
    'Máy đo báo: nhịp không đều. Lặp lại thì hỏi bác sĩ',
    'Meter: irregular pulse. If it happens again, ask a doctor',
  ),
  pulseTooHigh: soft('Máy đo báo: mạch vượt khả năng đo', 'Meter: pulse above its range'),
  pulseTooLow: soft('Máy đo báo: mạch dưới khả năng đo', 'Meter: pulse below its range'),
  improperPosition: soft('Máy đo báo: sai tư thế đo', 'Meter: improper position'),
  // glucose, 2A18
  sensorMalfunction: hard('Máy đo báo: cảm biến hỏng', 'Meter: sensor malfunction'),
  sampleTooSmall: hard('Máy đo báo: không đủ máu', 'Meter: too little blood'),
  stripInsertion: hard('Máy đo báo: que thử lắp sai', 'Meter: strip inserted wrongly'),
  stripType: hard('Máy đo báo: sai loại que thử', 'Meter: wrong type of strip'),
  temperatureTooHigh: hard('Máy đo báo: quá nóng để đo', 'Meter: too warm to measure'),
  temperatureTooLow: hard('Máy đo báo: quá lạnh để đo', 'Meter: too cold to measure'),
  readInterrupted: hard('Máy đo báo: rút que quá sớm', 'Meter: strip pulled too early'),
  deviceFault: hard('Máy đo báo: máy bị lỗi', 'Meter: device fault'),
  // oximeter, 2A5E: the measurement
  ongoing: soft('Máy đo báo: chưa đo xong', 'Meter: measurement ongoing'),
  earlyEstimate: soft('Máy đo báo: mới ước tính', 'Meter: early estimate'),
  demonstration: hard('Máy đo báo: số liệu minh họa', 'Meter: demonstration data'),
  testing: hard('Máy đo báo: số liệu thử máy', 'Meter: test data'),
  calibration: hard('Máy đo báo: đang hiệu chuẩn', 'Meter: calibration'),
  unavailable: hard('Máy đo báo: không có kết quả', 'Meter: measurement unavailable'),
  questionable: soft('Máy đo báo: kết quả không chắc chắn', 'Meter: questionable measurement'),
  invalid: hard('Máy đo báo: kết quả không hợp lệ', 'Meter: invalid measurement'),
  // oximeter, 2A5E: device and sensor
  equipmentMalfunction: hard('Máy đo báo: máy bị lỗi', 'Meter: equipment malfunction'),
  signalIrregularity: soft('Máy đo báo: tín hiệu bất thường', 'Meter: signal irregular'),
  inadequateSignal: soft('Máy đo báo: tín hiệu không đủ', 'Meter: inadequate signal'),
  poorSignal: soft('Máy đo báo: tín hiệu yếu', 'Meter: poor signal'),
  lowPerfusion: soft('Máy đo báo: máu đến ngón tay ít', 'Meter: low perfusion'),
  erraticSignal: soft('Máy đo báo: tín hiệu thất thường', 'Meter: erratic signal'),
  nonpulsatileSignal: soft('Máy đo báo: không thấy mạch đập', 'Meter: no pulse in the signal'),
  questionablePulse: soft('Máy đo báo: nhịp tim không chắc chắn', 'Meter: questionable pulse'),
  signalAnalysisOngoing: soft('Máy đo báo: chưa đo xong', 'Meter: analysis ongoing'),
  sensorInterference: soft('Máy đo báo: cảm biến bị nhiễu', 'Meter: sensor interference'),
  sensorUnconnected: hard('Máy đo báo: chưa nối cảm biến', 'Meter: sensor not connected'),
  unknownSensor: hard('Máy đo báo: cảm biến lạ', 'Meter: unknown sensor'),
  sensorDisplaced: soft('Máy đo báo: cảm biến bị lệch', 'Meter: sensor displaced'),
  sensorMalfunctioning: hard('Máy đo báo: cảm biến hỏng', 'Meter: sensor malfunctioning'),
  sensorDisconnected: hard('Máy đo báo: cảm biến bị rời', 'Meter: sensor disconnected'),
} as const satisfies Readonly<Record<string, DeviceStatus>>;

const known = (status: string): DeviceStatus | undefined =>
  Object.hasOwn(STATUSES, status) ? STATUSES[status as keyof typeof STATUSES] : undefined;

/** The most severe weight of some statuses; unknown statuses are ignored. */
export function weightOf(statuses: readonly string[]): StatusWeight {
  const weights = statuses.map((status) => known(status)?.weight);
  return (['hard', 'soft', 'told'] as const).find((weight) => weights.includes(weight)) ?? 'quiet';
}

/** Texts of the statuses to report, without duplicates; quiet ones have none. */
export function statusWords(statuses: readonly string[]): readonly Localized[] {
  return [...new Set(statuses)].map((status) => known(status)?.words).filter((words) => words !== undefined);
}
