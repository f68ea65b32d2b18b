import { AccordionSection } from '@phr/ui/accordion-section';
import { List } from '@phr/ui/list';
import { useTranslation } from 'react-i18next';
import type { Condition } from './condition.entity.ts';
import { ConditionRow } from './condition-row.view.tsx';
import css from './disease-row.module.css';
import type { Disease } from './merged.model.ts';

/** A disease by its newest entry; earlier entries expand below. */
export function DiseaseRow({ disease, level }: { readonly disease: Disease<Condition>; readonly level: number }) {
  const { t } = useTranslation();
  const { newest, earlier } = disease;
  if (earlier.length === 0) return <ConditionRow condition={newest} />;
  return (
    <div>
      <ConditionRow condition={newest} />
      <div className={css.earlier}>
        <AccordionSection flush title={t('cond.earlier', { count: earlier.length })} level={level}>
          <List
            label={t('cond.earlierOf', { name: newest.title })}
            items={earlier}
            keyOf={({ id }) => id}
            frame={false}
          >
            {(condition) => <ConditionRow condition={condition} />}
          </List>
        </AccordionSection>
      </div>
    </div>
  );
}
