import { Correction, type Correcting } from '@phr/module-kit/correction';
import { EmptyState } from '@phr/ui/empty-state';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { loadReading, type StoredReading } from './stored-reading.entity.ts';
import { useFixTexts } from './use-fix-texts.ts';

interface CorrectedReadingProps {
  readonly id: string;
  /** Whether the form makes such readings. */
  readonly isOfForm: (stored: StoredReading) => boolean;
  readonly headingLevel: number;
  readonly children: (correcting: Correcting<StoredReading>) => ReactNode;
}

/** The form of a typed reading, filled with stored data, or why it cannot be corrected here. */
export function CorrectedReading({ id, isOfForm, headingLevel, children }: CorrectedReadingProps) {
  useFixTexts();
  const { t } = useTranslation();
  return (
    <Correction
      type="Observation"
      id={id}
      load={loadReading}
      refusal={(stored) => (stored.reading.correctable && isOfForm(stored) ? undefined : t('fix.notOwn'))}
      title={t('fix.title')}
      level={headingLevel}
      back={{ screen: 'health-indexes' }}
      thing={t('fix.thing')}
      missing={<EmptyState title={t('fix.notFound')} help={t('fix.notFound.help')} />}
    >
      {children}
    </Correction>
  );
}
