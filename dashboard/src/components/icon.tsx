import styles from './icon.module.css';

/** Drawn on a grid of 24, in strokes of the text's colour. */
const PATHS = {
  home: 'M4 11 12 4l8 7v8a1 1 0 0 1-1 1h-4v-6H9v6H5a1 1 0 0 1-1-1z',
  play: 'M7 5v14l12-7z',
  sessions: 'M5 5h14v10H9l-4 4zM9 9h6M9 12h4',
  patients: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 20c1-4 4-6 8-6s7 2 8 6',
  key: 'M14 10a4 4 0 1 1-1.2-2.8A4 4 0 0 1 14 10zm-1 1 7 7m-3-3 2-2m-5-1 2-2',
  webhook: 'M12 8a3 3 0 1 0-3-3M9.5 7.5 6 14m0 0a3 3 0 1 0 2.8 4H16m0 0a3 3 0 1 0-.8-3.8M14 7l3.6 6.4',
  logs: 'M4 6h16M4 12h16M4 18h10',
  audit: 'M12 3l7 3v6c0 4-3 7-7 9-4-2-7-5-7-9V6zM9 12l2 2 4-4',
  team: 'M9 11a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM2.500 20c.8-3.500 3.200-5 6.500-5s5.700 1.500 6.500 5M16 4.300a3.500 3.500 0 0 1 0 6.400M18 15.300c2 .7 3 2.200 3.500 4.700',
  settings: 'M4 7h10M18 7h2M4 17h2M10 17h10M16 5v4M8 15v4',
  plus: 'M12 5v14M5 12h14',
  check: 'M5 12.500 10 17 19 7',
  cross: 'M6 6l12 12M18 6 6 18',
  copy: 'M9 9h10v10H9zM5 15V5h10',
  left: 'M14 6l-6 6 6 6',
  right: 'M10 6l6 6-6 6',
  down: 'M6 9l6 6 6-6',
  more: 'M6 12h.01M12 12h.01M18 12h.01',
  menu: 'M4 6h16M4 12h16M4 18h16',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13zM15.500 15.500 20 20',
  warning: 'M12 4 2.500 20h19zM12 10v4M12 17h.01',
  info: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18zM12 11v5M12 8h.01',
  lock: 'M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3',
  mail: 'M3 6h18v12H3zM3 7l9 6 9-6',
  rotate: 'M20 12a8 8 0 1 1-2.500-5.800M20 3v5h-5',
  bin: 'M5 7h14M10 11v6M14 11v6M7 7l1 13h8l1-13M9 7V4h6v3',
  out: 'M10 4H5v16h5M14 8l4 4-4 4M8 12h10',
  sun: 'M12 16a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM12 2v3M12 19v3M2 12h3M19 12h3M5 5l2 2M17 17l2 2M19 5l-2 2M7 17l-2 2',
  moon: 'M20 14.500A8.500 8.500 0 0 1 9.500 4 8.500 8.500 0 1 0 20 14.500z',
  external: 'M14 4h6v6M20 4l-9 9M18 14v6H4V6h6',
  filter: 'M4 5h16l-6 8v6l-4-2v-4z',
  download: 'M12 4v11M7 11l5 5 5-5M5 20h14',
  printer: 'M7 9V4h10v5M7 17H4V9h16v8h-3M7 14h10v6H7z',
} as const;
export type IconName = keyof typeof PATHS;

/** A picture beside words; it says nothing of its own, so readers of screens pass over it. */
export const Icon = ({ name }: { name: IconName }) => (
  <svg className={styles['icon']} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    <path d={PATHS[name]} />
  </svg>
);
