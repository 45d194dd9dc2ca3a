import type { ComponentProps } from 'react';
import { classes } from './classes.ts';
import { Icon, type IconName } from './icon.tsx';
import styles from './button.module.css';

type Look = {
  /** `primary` once a page, `danger` for what cannot be undone. */
  look?: 'primary' | 'secondary' | 'quiet' | 'danger';
  size?: 'small' | 'medium';
};
type Props = Look &
  Omit<ComponentProps<'button'>, 'className'> & {
    icon?: IconName;
    /** Waits for an answer: not to be pressed again, and read out as busy. */
    isBusy?: boolean;
  };

/** For links that look like buttons: `<Link className={buttonClass({ look: 'primary' })}>`. */
export const buttonClass = ({ look = 'secondary', size = 'medium' }: Look = {}): string =>
  classes(styles['button'], styles[look], styles[size]);

export function Button({
  look = 'secondary',
  size = 'medium',
  icon,
  isBusy = false,
  children,
  ...rest
}: Props) {
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ look, size })}
      aria-busy={isBusy}
      aria-disabled={isBusy || rest.disabled}
      onClick={isBusy ? preventPress : rest.onClick}
    >
      {icon && <Icon name={icon} />}
      {children !== undefined && <span>{children}</span>}
      {isBusy && <span className={styles['spinner']} aria-hidden="true" />}
    </button>
  );
}

const preventPress = (event: { preventDefault: () => void }): void => event.preventDefault();

/** A button that shows a picture alone; its name is read out and shown as a tip. */
export function IconButton({
  icon,
  label,
  ...rest
}: { icon: IconName; label: string } & Omit<Props, 'icon' | 'children'>) {
  return (
    <button
      type="button"
      {...rest}
      className={classes(buttonClass({ look: 'quiet', size: 'small' }), styles['square'])}
      aria-label={label}
      title={label}
    >
      <Icon name={icon} />
    </button>
  );
}
