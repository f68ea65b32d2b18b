import { Facts } from '@phr/module-kit/facts';
import { ListStates } from '@phr/module-kit/list-section';
import { Card } from '@phr/ui/card';
import { useTranslation } from 'react-i18next';
import { classOf, codeOf, periodOf } from './encounter-words.ts';
import { useEncounter } from './encounters.api.ts';

/** The encounter that a form belongs to: where, which, when. */
export function EncounterFacts({ id, level }: { readonly id: string; readonly level: number }) {
  const { t } = useTranslation();
  return (
    <ListStates
      list={useEncounter(id)}
      skeleton={{ height: 120, lines: 1 }}
      thing={t('screen.encounter-details').toLowerCase()}
      level={level}
      empty={<p>{t('enc.notFound')}</p>}
    >
      {(rows) =>
        rows.map((encounter) => (
          <Card key={encounter.id} title={t('enc.facts')} level={level}>
            <Facts
              facts={[
                [t('lab.encounterCode'), codeOf(encounter)],
                [t('enc.period'), periodOf(encounter, t)],
                [t('enc.provider'), encounter.serviceProvider.name ?? t('enc.providerUnknown')],
                [t('enc.type'), classOf(encounter, t)],
              ]}
            />
          </Card>
        ))
      }
    </ListStates>
  );
}
