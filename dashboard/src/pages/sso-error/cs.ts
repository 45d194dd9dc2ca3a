import type { Translated } from '../../i18n/catalogue.ts';
import type { en } from './en.ts';

export const cs: Translated<typeof en> = {
  title: 'Přihlášení se nezdařilo',
  unknown_domain:
    'Pro tuto doménu není jednotné přihlášení nastaveno. Přihlaste se heslem, nebo požádejte provozovatele služby, aby je nastavil.',
  over: 'Přihlášení trvalo déle než 10 minut, už bylo použito, nebo začalo v jiném prohlížeči. Začněte znovu.',
  refused:
    'Přihlašovací stránka vaší organizace přihlášení odmítla, nebo jste ho tam zrušili. Začněte znovu, nebo se zeptejte svého IT oddělení, zda smíte tuto aplikaci používat.',
  provider_failed:
    'Přihlašovací stránka vaší organizace neodpověděla, jak má. Zkuste to za několik minut. Pokud to potrvá, pošlete číslo požadavku svému IT oddělení.',
  no_member:
    'Vaše organizace vás zná, ale nejste aktivním členem týmu. Požádejte vlastníka nebo správce týmu o pozvánku.',
  unverified:
    'Vaše organizace neověřila vaši e-mailovou adresu. Požádejte své IT oddělení, aby ji ověřilo, a začněte znovu.',
  not_implemented:
    'Jednotné přihlášení je pro váš tým vypnuté. Přihlaste se heslem, nebo se obraťte na provozovatele služby.',
  rate_limited: 'Z vaší sítě začalo příliš mnoho přihlášení. Zkuste to znovu za hodinu.',
  other:
    'Služba nemohla přihlášení dokončit. Zkuste to znovu. Pokud to potrvá, pošlete číslo požadavku provozovateli služby.',
  again: 'Zpět na přihlášení',
};
