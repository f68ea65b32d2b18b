import type { ScreenPlace } from '@phr/contract/screens';
import { RecordRow } from '@phr/module-kit/record-row';
import { ScreenLink } from '@phr/module-kit/screen-link';
import { Button, buttonClass } from '@phr/ui/button';
import { useTranslation } from 'react-i18next';

interface ChoiceRowProps {
  readonly name: string;
  readonly lines: readonly (string | undefined)[];
  readonly isChosen: boolean;
  readonly onChoose: () => void;
  /** Details screen, which returns here. */
  readonly details: ScreenPlace;
}

/** An option of a booking, with a link to its details. */
export function ChoiceRow({ name, lines, isChosen, onChoose, details }: ChoiceRowProps) {
  const { t } = useTranslation();
  return (
    <RecordRow
      title={name}
      lines={lines}
      badge={isChosen ? { words: t('book.chosen'), tone: 'brand' } : undefined}
      links={
        <>
          <Button dense aria-label={t('book.chooseIt', { name })} onClick={onChoose}>
            {t('common.choose')}
          </Button>
          <ScreenLink
            {...details}
            className={buttonClass({ variant: 'quiet', dense: true })}
            aria-label={t('book.detailsOf', { name })}
          >
            {t('common.details')}
          </ScreenLink>
        </>
      }
    />
  );
}
