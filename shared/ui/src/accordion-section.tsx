import { useState, type ReactNode } from 'react';
import css from './accordion-section.module.css';
import { classNames } from './class-names.tsx';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';
import { IconExpand } from './icons.tsx';
import { usePrinting } from './use-printing.tsx';

export interface AccordionSectionProps {
  readonly title: string;
  readonly level: number;
  /** Number of items inside, shown after the title. */
  readonly count?: number | undefined;
  readonly defaultOpen?: boolean;
  /** Without padding, for a list or table. */
  readonly flush?: boolean;
  /** Rendered from the first opening on, so that a closed section loads nothing. */
  readonly children: ReactNode;
}

/** A collapsible section: native details and summary. Open in print. */
export function AccordionSection({
  title,
  level,
  count,
  defaultOpen = false,
  flush = false,
  children,
}: AccordionSectionProps) {
  const [open, setOpen] = useState(defaultOpen);
  const [opened, setOpened] = useState(defaultOpen);
  const isPrinting = usePrinting();
  return (
    <details
      className={css.section}
      open={open || isPrinting}
      onToggle={(event) => {
        if (isPrinting) return;
        setOpen(event.currentTarget.open);
        if (event.currentTarget.open) setOpened(true);
      }}
    >
      <summary className={css.summary}>
        <Heading level={level} look="h3">
          {title}
          {count !== undefined && <span className={css.count}> ({count})</span>}
        </Heading>
        <Icon of={IconExpand} />
      </summary>
      {(opened || isPrinting) && <div className={classNames(css.content, flush && css.flush)}>{children}</div>}
    </details>
  );
}
