import { goBack } from '@phr/module-kit/screens';
import { useHost } from '@phr/module-kit/host';
import { truncate } from '@phr/ui/format';
import { Heading } from '@phr/ui/heading';
import { IconButton } from '@phr/ui/icon-button';
import { IconClose } from '@phr/ui/icons';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import css from './viewer-frame.module.css';

interface ViewerFrameProps {
  /** Name of the screen in the specification. */
  readonly screen: string;
  /** The record's name for it; defaults to the screen title. */
  readonly name: string | null;
  readonly headingLevel: number;
  readonly children: ReactNode;
}

/** Full-window frame of a viewer: back button and title above the content. */
export function ViewerFrame({ screen, name, headingLevel, children }: ViewerFrameProps) {
  const { t } = useTranslation();
  const host = useHost();
  const title = t(`screen.${screen}`);
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => host.navigation.screenShown({ title, heading: heading.current }), [host, title]);
  return (
    <section className={css.screen}>
      <header className={css.head}>
        <IconButton
          icon={IconClose}
          label={t('common.close')}
          onClick={() => goBack(host.navigation, { screen: 'dashboard' })}
        />
        <Heading level={headingLevel} look="h3" ref={heading} tabIndex={-1} className={css.title}>
          {truncate(name?.trim() || title, 60)}
        </Heading>
      </header>
      {children}
    </section>
  );
}
