import { RecordRow } from '@phr/module-kit/record-row';
import { useTranslation } from 'react-i18next';
import { badgeOf, encounterState } from './encounter-state.model.ts';
import type { Encounter } from './encounter.entity.ts';
import { useTypeWords } from './use-type-words.ts';
import { classOf, kindOf, stateOf, titleOf } from './encounter.words.ts';

/** One encounter of a list, leading to its details. */
export function EncounterRow({ encounter, now }: { readonly encounter: Encounter; readonly now: Date }) {
  const { t } = useTranslation();
  const type = useTypeWords(encounter);
  const state = encounterState(encounter, now);
  const badge = badgeOf(state);
  return (
    <RecordRow
      title={titleOf(encounter, t)}
      lines={[kindOf(classOf(encounter, t), type), state.expired ? stateOf(state, now, t) : undefined]}
      badge={badge && { words: t(badge.key), tone: badge.tone }}
      to={{ screen: 'encounter-details', params: { id: encounter.id } }}
    />
  );
}
