import { writeJson } from '@phr/fhir/digits';
import { Notice } from '@phr/ui/notice';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Described } from './described.entity.ts';
import css from './with-original.module.css';

interface WithOriginalProps {
  readonly described: Described;
  readonly links?: ReactNode;
}

/** What a row's text omits, a warning about unknown conditions, and a link to the original. */
export function WithOriginal({ described, links }: WithOriginalProps) {
  const { t } = useTranslation();
  const { unshown, isConditional } = described;
  return (
    <div className={css.more}>
      {isConditional && <Notice type="warning">{t('desc.conditional')}</Notice>}
      {unshown.length > 0 && <p className={css.unshown}>{t('desc.unshown', { names: unshown.join(', ') })}</p>}
      <Original of={described.original} />
      {links}
    </div>
  );
}

/** The resource as sent, for the person and advisers. Rendered when opened. */
function Original({ of }: { readonly of: unknown }) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  return (
    <details onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary className={css.summary}>{t('desc.original')}</summary>
      {opened && (
        <pre className={css.original} tabIndex={0}>
          {writeJson(of)}
        </pre>
      )}
    </details>
  );
}
