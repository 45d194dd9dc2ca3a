import ipaddr from 'ipaddr.js';

/** Names that lead to the caller's own machine, whoever answers for names; with or without port, as in Host. */
const LOOPBACK_HOST = /^(127(\.\d{1,3}){3}|localhost|\[::1\])(:\d+)?$/i;

/** Whether a Host header names the caller's own machine. */
export const isLoopbackHost = (host: string): boolean => LOOPBACK_HOST.test(host);

/** Whether an address is one that only this machine reaches. */
export const isLoopbackAddress = (address: string): boolean =>
  ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
