import { screen } from '@testing-library/dom';
import userEvent from '@testing-library/user-event';

/** For tests: a section of an encounter by the name in its heading, opened as a person does. Throws when the heading belongs to none. */
export async function section(name: RegExp): Promise<HTMLElement> {
  const heading = await screen.findByRole('heading', { name });
  const details = heading.closest('details');
  if (!details) throw new Error('not a section');
  if (!details.open) await userEvent.click(heading);
  return details;
}
