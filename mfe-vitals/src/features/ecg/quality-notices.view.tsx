import type { RecordAnalysis } from '@phr/clinical/ecg-analysis';
import { Notice } from '@phr/ui/notice';
import { useLanguage } from '../readings/use-language.ts';
import { qualityPhrases } from './quality.words.ts';

/** How far the curves can be trusted; nothing for clear ones. */
export function QualityNotices({ found }: { readonly found: RecordAnalysis }) {
  const language = useLanguage();
  return qualityPhrases(found, language).map((phrase) => (
    <Notice key={phrase} type="warning" announce="status" title={phrase} />
  ));
}
