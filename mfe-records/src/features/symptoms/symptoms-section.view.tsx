import { ListSection } from '@phr/module-kit/list-section';
import { EmptyState } from '@phr/ui/empty-state';
import { IconMedicalHistory } from '@phr/ui/icons';
import { useTranslation } from 'react-i18next';
import type { ScreenProps } from '../../views/screen-props.ts';
import { DescribedRow } from '../described/described-row.view.tsx';
import { ResultLinks } from '../observations/result-links.view.tsx';
import { WaitingRows } from '../waiting/waiting-rows.view.tsx';
import { isSymptom } from './symptom-list.entity.ts';
import { useSymptoms } from './symptoms.api.ts';

/** Symptoms recorded by the person or a relative, each with a link to correct it. */
export function SymptomsSection({ level }: ScreenProps) {
  const { t } = useTranslation();
  const list = useSymptoms();
  const title = t('symptom.list');
  return (
    <>
      <WaitingRows type={isSymptom} level={level} onSent={() => void list.retry()} />
      <ListSection
        list={list}
        label={title}
        thing={title.toLowerCase()}
        level={level}
        empty={<EmptyState icon={IconMedicalHistory} title={t('symptom.none')} help={t('symptom.none.help')} />}
      >
        {(symptom) => (
          <DescribedRow
            described={symptom}
            {...(symptom.isRemovable && {
              links: (
                <ResultLinks
                  {...symptom}
                  what={[symptom.title, symptom.when].filter((part) => part !== undefined).join(', ')}
                />
              ),
            })}
          />
        )}
      </ListSection>
    </>
  );
}
