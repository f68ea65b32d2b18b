import { statusWords } from '@phr/fhir/device-status-words';
import type { Reading } from './reading.model.ts';
import type { Language } from './reading.words.ts';

interface DeviceWordsProps {
  readonly reading: Reading;
  readonly language: Language;
  readonly className: string | undefined;
}

/** The meter's status messages, below the value. */
export function DeviceWords({ reading: { deviceStatus = [] }, language: { locale }, className }: DeviceWordsProps) {
  const words = statusWords(deviceStatus).map((one) => one[locale]);
  return words.length === 0 ? null : <p className={className}>{words.join(' · ')}</p>;
}
