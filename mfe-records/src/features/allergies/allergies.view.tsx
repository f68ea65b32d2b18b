import { useHost, useMay, usePatient } from '@phr/module-kit/host';
import { useLinked } from '@phr/module-kit/linked-record';
import { ListStates } from '@phr/module-kit/list-section';
import { Screen } from '@phr/module-kit/screen';
import { saveVersion } from '@phr/module-kit/correction';
import { tellSaved } from '@phr/module-kit/tell-saved';
import { useIdempotencyKeys } from '@phr/module-kit/use-idempotency-keys';
import { deviceZone, toZoned } from '@phr/time/zone';
import { Button } from '@phr/ui/button';
import { Card } from '@phr/ui/card';
import { EmptyState } from '@phr/ui/empty-state';
import { IconMedicalHistory } from '@phr/ui/icons';
import { Notice } from '@phr/ui/notice';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { AddButton } from '../../views/add-button.tsx';
import type { ScreenProps } from '../../views/screen-props.ts';
import { Confirmed } from '../confirm/confirmed.view.tsx';
import { DescribedRow } from '../described/described-row.view.tsx';
import { StandingLists } from '../described/standing-lists.view.tsx';
import { CorrectLink } from '../form/correct-link.view.tsx';
import { useMedicineTexts } from '../medicines/use-medicine-texts.ts';
import { WaitingRows } from '../waiting/waiting-rows.view.tsx';
import type { Allergy } from './allergy.entity.ts';
import { hasNoStatement, useAllergies } from './allergies.api.ts';
import { mistakenAllergy } from './allergy-form.model.ts';
import { NoAllergy } from './no-allergy.view.tsx';

/** Allergies, most dangerous first, including the statement that none is known. */
export function AllergiesView({ level }: ScreenProps) {
  useMedicineTexts();
  const { t } = useTranslation();
  const list = useAllergies();
  const mayAdd = useMay('create');
  const isLinked = useLinked() !== undefined;
  const inside = level + 1;
  return (
    <Screen
      printable
      title={t('screen.allergies')}
      headingLevel={level}
      back={{ screen: 'record' }}
      actions={<AddButton screen="allergy-create" />}
    >
      <WaitingRows type="AllergyIntolerance" level={inside} onSent={() => void list.retry()} />
      <ListStates
        list={list}
        thing={t('screen.allergies').toLowerCase()}
        level={inside}
        empty={<EmptyState icon={IconMedicalHistory} title={t('alg.none')} help={t('alg.none.help')} />}
      >
        {() => (
          <Card flush title={t('alg.onRecord')} level={inside}>
            <StandingLists list={list} label={t('screen.allergies')} level={inside + 1}>
              {(allergy) => <AllergyRow allergy={allergy} onChanged={() => void list.retry()} />}
            </StandingLists>
          </Card>
        )}
      </ListStates>
      {list.moreFailed && (
        <Notice type="warning">{t('err.load', { thing: t('screen.allergies').toLowerCase() })}</Notice>
      )}
      {mayAdd && !isLinked && hasNoStatement(list) && <NoAllergy onDone={() => void list.retry()} />}
    </Screen>
  );
}

function AllergyRow({ allergy, onChanged }: { readonly allergy: Allergy; readonly onChanged: () => void }) {
  const { t } = useTranslation();
  const { request, notify } = useHost();
  const mayChange = useMay('update');
  const isLinked = useLinked() !== undefined;
  const { viewed } = usePatient();
  const idOf = useIdempotencyKeys();
  const queries = useQueryClient();
  const { id, title, standing, stored } = allergy;
  if (!mayChange || isLinked || viewed === undefined || !stored.isOwn || standing === 'apart')
    return <DescribedRow described={allergy} />;
  const send = async () => {
    const saved = await saveVersion(request, 'AllergyIntolerance', stored, mistakenAllergy(stored), {
      idempotencyKey: idOf(`${id} ${stored.version}`, 'mistake'),
      queue: {
        patientId: viewed.id,
        title: t('alg.mistake.waiting', { name: title }),
        at: toZoned(Date.now(), deviceZone()),
      },
    });
    tellSaved(notify, t, saved, t('med.mistake.done'));
  };
  return (
    <Confirmed
      question={t('alg.mistake.question', { name: title })}
      verb={t('med.mistake')}
      person={viewed.name}
      send={send}
      onDone={() => {
        void queries.invalidateQueries({ refetchType: 'none' });
        onChanged();
      }}
    >
      {(ask) => (
        <DescribedRow
          described={allergy}
          links={
            <>
              {standing !== 'negation' && stored.isCorrectable && (
                <CorrectLink to={{ screen: 'allergy-create', params: { id } }} name={title} />
              )}
              <Button dense onClick={ask} aria-label={t('alg.mistakeOf', { name: title })}>
                {t('med.mistake')}
              </Button>
            </>
          }
        />
      )}
    </Confirmed>
  );
}
