import { One } from '@phr/module-kit/detail-screen';
import { Facts } from '@phr/module-kit/facts';
import { Card } from '@phr/ui/card';
import { useTranslation } from 'react-i18next';
import { classOf, codeOf, periodOf } from './encounter.words.ts';
import { useEncounter } from './encounters.api.ts';

/** The encounter a form belongs to: place, kind, date. */
export function EncounterFacts({ id, level }: { readonly id: string; readonly level: number }) {
  const { t } = useTranslation();
  return (
    <One
      found={useEncounter(id)}
      height={120}
      thing={t('screen.encounter-details').toLowerCase()}
      level={level}
      missing={<p>{t('enc.notFound')}</p>}
    >
      {(encounter) => (
        <Card title={t('enc.facts')} level={level}>
          <Facts
            facts={[
              [t('lab.encounterCode'), codeOf(encounter)],
              [t('enc.period'), periodOf(encounter, t)],
              [t('enc.provider'), encounter.serviceProvider.name ?? t('enc.providerUnknown')],
              [t('enc.type'), classOf(encounter, t)],
            ]}
          />
        </Card>
      )}
    </One>
  );
}
