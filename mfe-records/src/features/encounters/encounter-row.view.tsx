import { RecordRow } from '@phr/module-kit/record-row';
import { useTranslation } from 'react-i18next';
import { badgeOf } from './encounter-badge.model.ts';
import type { Encounter } from './encounter.entity.ts';
import { useTypeWords } from './use-type-words.ts';
import { classOf, codeOf, titleOf } from './encounter.words.ts';

/** One encounter of a list, leading to its details. */
export function EncounterRow({ encounter, now }: { readonly encounter: Encounter; readonly now: Date }) {
  const { t } = useTranslation();
  const type = useTypeWords(encounter);
  const badge = badgeOf(encounter, now);
  return (
    <RecordRow
      title={titleOf(encounter, t)}
      lines={[`${classOf(encounter, t)} · ${t('enc.codeIs', { code: codeOf(encounter) })}`, type]}
      badge={badge && { words: t(badge.key), tone: badge.tone }}
      to={{ screen: 'encounter-details', params: { id: encounter.id } }}
    />
  );
}
