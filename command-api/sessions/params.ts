import { z } from 'zod';
import { uuid } from '../../shared/http/schemas.ts';

export const sessionParams = z.object({ session_id: uuid() });
