/** After so long without a key, a pointer or a touch in any tab the pages are locked. */
export const IDLE_LIMIT_MS = 15 * 60_000;
const CHECK_MS = 5_000;
/** How often a tab notes that somebody is there: each note is a write that other tabs read. */
const NOTE_MS = 2_000;

/** When somebody was last there, for all tabs of this browser and for one that is opened again. */
const KEPT = 'last_active_at';

const SIGNS = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'] as const;

const lastActiveMs = (): number => Number(localStorage.getItem(KEPT) ?? 0);
export const noteActive = (nowMs = Date.now()): void => localStorage.setItem(KEPT, String(nowMs));
/** Nobody is idle who was never there: a session that was just opened has left no note yet. */
export const isIdle = (nowMs = Date.now()): boolean =>
  lastActiveMs() > 0 && nowMs - lastActiveMs() >= IDLE_LIMIT_MS;

/** Calls `onIdle` whenever a check finds that nobody was there for too long. Returns how to stop. */
export function watchIdle(onIdle: () => void): () => void {
  const note = (): void => {
    const nowMs = Date.now();
    // Whoever comes back after the limit finds the lock, and does not lift it by coming.
    if (!isIdle(nowMs) && nowMs - lastActiveMs() >= NOTE_MS) noteActive(nowMs);
  };
  const check = (): void => {
    if (isIdle()) onIdle();
  };
  const timer = setInterval(check, CHECK_MS);
  // Timers stand still while a laptop sleeps and in tabs out of sight.
  document.addEventListener('visibilitychange', check);
  for (const sign of SIGNS) addEventListener(sign, note, { passive: true, capture: true });
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
    for (const sign of SIGNS) removeEventListener(sign, note, { capture: true });
  };
}
