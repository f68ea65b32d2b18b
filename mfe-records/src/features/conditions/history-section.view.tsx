import { ListStates } from '@phr/module-kit/list-section';
import { AccordionSection } from '@phr/ui/accordion-section';
import { EmptyState } from '@phr/ui/empty-state';
import { useTranslation } from 'react-i18next';
import { DescribedRow } from '../described/described-row.view.tsx';
import { useDescribed } from '../described/described.api.ts';
import { countOf } from '../described/described.model.ts';
import { StandingLists } from '../described/standing-lists.view.tsx';

/** Rows per page: dangerous entries must not wait on a later page. */
const PAGE = 100;

interface HistorySectionProps {
  readonly type: string;
  readonly level: number;
  /** Shown even if empty: that nothing is known is worth saying. */
  readonly isMain?: boolean;
  readonly isOpen?: boolean;
}

/** One history type with its count of current entries; fails independently. Hidden if nothing was ever recorded. */
export function HistorySection({ type, level, isMain = false, isOpen = false }: HistorySectionProps) {
  const { t } = useTranslation();
  const list = useDescribed(type, { _count: PAGE });
  const title = t(`hist.${type}`);
  const isEmpty = list.state === 'ready' && list.rows.length === 0;
  if (isEmpty && !isMain) return null;
  return (
    <AccordionSection
      flush
      level={level}
      defaultOpen={isOpen}
      title={list.state === 'failed' ? t('enc.sectionFailed', { title }) : title}
      count={list.state === 'ready' && !isEmpty ? countOf(list.rows, list.hasMore) : undefined}
    >
      <ListStates
        list={list}
        thing={title.toLowerCase()}
        level={level + 1}
        empty={<EmptyState title={t('hist.none')} />}
      >
        {() => (
          <StandingLists list={list} label={title} level={level + 1}>
            {(described) => (
              <DescribedRow
                described={described}
                {...(type === 'ServiceRequest' && {
                  to: { screen: 'service-request-detail', params: { id: described.id } },
                })}
              />
            )}
          </StandingLists>
        )}
      </ListStates>
    </AccordionSection>
  );
}
