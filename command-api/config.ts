export { apiSettings as settings } from '../shared/api/config.ts';
