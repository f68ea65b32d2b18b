import { ListSection } from '@phr/module-kit/list-section';
import { AccordionSection } from '@phr/ui/accordion-section';
import { EmptyState } from '@phr/ui/empty-state';
import { useTranslation } from 'react-i18next';
import { DescribedRow } from '../described/described-row.view.tsx';
import { useDescribed } from '../described/described.api.ts';
import { countOf } from '../described/described.model.ts';

/** One type of the history, with its count; it fails without touching the others. A type of which nothing was ever sent takes no place. */
export function HistorySection({ type, level }: { readonly type: string; readonly level: number }) {
  const { t } = useTranslation();
  const list = useDescribed(type);
  const title = t(`hist.${type}`);
  if (list.state === 'ready' && list.rows.length === 0) return null;
  return (
    <AccordionSection
      flush
      level={level}
      title={list.state === 'failed' ? t('enc.sectionFailed', { title }) : title}
      count={list.state === 'ready' ? countOf(list.rows, list.total) : undefined}
    >
      <ListSection
        plain
        list={list}
        label={title}
        thing={title.toLowerCase()}
        level={level + 1}
        empty={<EmptyState title={t('hist.none')} />}
      >
        {(described) => (
          <DescribedRow
            described={described}
            {...(type === 'ServiceRequest' && {
              to: { screen: 'service-request-detail', params: { id: described.id } },
            })}
          />
        )}
      </ListSection>
    </AccordionSection>
  );
}
