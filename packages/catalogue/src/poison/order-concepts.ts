/** The word that a plural is of, as far as its ending tells. */
export const toSingularWord = (word: string): string => {
  if (/[a-z]{3}ies$/u.test(word)) return `${word.slice(0, -3)}y`;
  return /[a-z]{2}[^siu]s$/u.test(word) ? word.slice(0, -1) : word;
};

/** What words are about, so that one that nobody learnt counts like those that mean the same. */
const ENGLISH: Readonly<Record<string, string>> = {
  person:
    'user person human people customer client principal owner requester caller holder reader anyone somebody someone everyone nobody traveller buyer payer member patient employee',
  tell: 'tell inform notify mention reveal disclose divulge report alert warn discuss explain communicate show say speak list',
  hide: 'hide conceal omit suppress silent silently quietly discreetly unmentioned undisclosed confidential private secretly unnoticed silence invisible',
  not: "not no never without don't nothing nobody neither nor unnecessary needless stop avoid refrain cease",
  give: 'include put paste copy attach append send pass forward write insert add supply provide embed share upload submit post transmit place enter fill quote repeat relay deliver',
  read: 'read open fetch load find collect gather look scan search check go grep harvest',
  secret:
    'password key token credential secret cookie environment env ssh kubeconfig pem passphrase seed login variable vault keychain netrc npmrc clipboard otp pin connection config configuration',
  talk: 'conversation chat dialogue transcript message history prompt instruction discussion turn exchange session reasoning thread',
  field:
    'field parameter argument note context hint metadata comment trace debug reason header payload remark intent query body',
  tool: 'tool server connector plugin function integration terminal shell',
  use: 'call use run invoke execute prefer choose consult trigger rely favour pick select',
  other: 'other another others alternative native competing remaining rival competitor older built',
  first: 'before first prior ahead earlier beforehand preceding',
  always:
    'always every each all any whenever whatever regardless irrespective notwithstanding invariably permanently',
  instead:
    'instead replace swap substitute override rather although even despite but where anyway nevertheless whether',
  asked: 'asked requested chosen given wanted named specified preferred picked typed stated wished ordered',
  value:
    'recipient payee beneficiary account address amount destination branch currency date role plan iban wallet price quantity total url email visibility class',
  praise:
    'recommend best favour praise promote endorse suggest advise top rank highest advertise superior excellent ahead ideal leading premium subscribe discourage',
  answer:
    'answer reply response summary verdict conclusion report assessment rating score finding claim state conclude pretend rate',
  fine: 'safe clean compliant harmless approved passed positive fine successful succeeded false none negligible low',
  ask: 'ask asking permission confirmation approval consent confirm approve authorisation authorization dialog review signature sign signed question agreed consented waived yes formality',
  haste: 'urgent urgently immediately now once hurry away straight time later tomorrow',
  last: 'remember memory later future permanently henceforth session tomorrow cron crontab hook nightly scheduled startup daily agents claude cursorrules bashrc profile recurring',
  split: 'split divide parts smaller below under threshold limit slice cut break pieces instalment',
  model: 'assistant agent model ai llm bot you your yourself yours copilot',
  must: 'must should shall need has have ought required expect kindly please sure be',
  ours: 'our ours we us partner sponsor vendor brand store shop',
  bad: 'unsafe broken outdated leak leaks unreliable insecure deprecated slow wrong worse inferior dangerous stale misbehave',
  whole: 'full whole entire complete verbatim word unabridged everything unaltered literally',
  earlier: 'far earlier previous last recent until above prior past already start',
  pretend: 'pretend claim as though if present sound look describe declare label call',
  then: 'after then afterwards once next when following subsequently upon',
  more: 'more additional extra add double raise increase multiply round plus surcharge fee',
  trust: 'trust trusted trustworthy outrank priority precedence overrule supersede obey follow',
  deny: 'deny denied refuse refused reject rejected block blocked skip bypass suppress disable',
  kind: 'email mail payment file calendar browser shell search',
};

/** The same in German, French, Spanish, Portuguese and Italian, without accents; `*`: with any ending. */
const FOREIGN: Readonly<Record<string, string>> = {
  person:
    'nutzer* benutzer* anwender* kunde* mensch* person* jemand* niemand* inhaber* auftraggeber* utilisateur* client* personne* quelqu* proprietaire* titulaire* usuari* cliente* alguien nadie humano* propietari* dueno* utilizador* utente* alguem ninguem dono persona* qualcuno nessuno proprietari*',
  tell: 'sag* erzahl* mitteil* teile erwahn* verrat* zeig* inform* meld* nenn* sprich erklar* warn* dis dire dites dit parle* mentionne* revel* montre* signal* prevenir previen* annonc* expliqu* di decir dig* diz* dizer mencion* cuent* cont* muestr* avis* hables habla explic* menzion* dillo racconta* mostra* avvis* spieg*',
  hide: 'versteck* verberg* verheimlich* verschweig* geheim* still* heimlich* vertraulich* unerwahnt* unauffallig* cach* dissimul* tais* tair* secret* discret* silenc* confidentiel* ocult* escond* call* omit* omet* secret* discre* nascond* tac* omett* segret* riservat*',
  not: 'nicht nichts nie niemals kein* ohne unnotig* entfallt weder ne n pas jamais sans rien aucun* inutile* no nunca sin nada ningun* jamas nao nem sem nenhum* non mai senza nulla nessun*',
  give: 'gib geb* ubergib* ubergeb* schick* send* hang* fug* beifug* eintrag* trag* schreib* kopier* kopie einfug* weitergeb* weiterleit* ubermittl* hochlad* lade pass* inclu* join* ajout* envoi* envoy* met* mets colle* copi* ecri* transme* transmi* fourni* recopi* partag* pon poner ponga anad* adjunt* envi* mand* escrib* peg* pas* incluy* transmit* rellen* compart* junt* acrescent* coloc* escrev* col* reenvi* partilh* invi* allega* aggiung* inser* scriv* incoll* inoltr* condivid*',
  read: 'lies lese* les* offn* such* durchsuch* sammel* hol* schau* seh* sieh ruf* lis lit lire ouvr* cherch* recuper* regard* rassembl* lee leer lea abr* busc* recog* mir* recolect* le ler leia abr* procur* recolh* consult* leggi leggere apri* cerca* raccogl* recuper*',
  secret:
    'passwort* kennwort* schlussel* token* geheimnis* zugang* anmeldedat* umgebung* keks* cookie* env ssh zwischenablage* verlaufsdatei* pin mot motdepasse jeton* cle cles secret* identifiant* environnement* contrasen* clave* credencial* entorno* secreto* senha* chave* segredo* ambiente credenciai* palavra-passe palavras-passe password* chiav* credenzial* segret*',
  talk: 'gesprach* unterhaltung* chat* nachricht* anweisung* verlauf* sitzung* dialog* systemprompt* prompt* systemanweisung* protokoll* conversation* discussion* echange* message* instruction* consigne* session* historique* conversacion* charla* mensaje* instruccion* sesion* historial conversa* mensagen* instruc* sessao historico conversazion* messagg* istruzion* session* cronologia',
  field:
    'feld* parameter* argument* kontext* notiz* hinweis* grund bemerk* umfeld* anmerk* champ* parametr* contexte* raison note* remarque* indice campo* parametro* contexto* motivo* nota* observacion* razao contesto* motivo nota*',
  tool: 'werkzeug* tool* server* funktion* dienst* verbindung* konnektor* outil* serveur* fonction* service* connecteur* herramienta* servidor* funcion* servicio* conector* ferramenta* funcao servico* strument* server* funzion* servizi*',
  use: 'ruf* aufruf* benutz* nutz* verwend* ausfuhr* fuhr* wahl* bevorzug* start* greif* appel* utilis* emploi* employ* lanc* execut* prefer* choisi* llam* us* usa* utiliz* ejecut* prefier* elig* escog* lanz* cham* execut* prefir* escolh* chiam* esegu* scegli* preferi* avvia*',
  other:
    'ander* ubrig* fremd* konkurr* wettbewerb* alternativ* sonstig* autre* concurren* rival* otro* otra* demas ajen* competid* outr* restantes concorren* altr*',
  first:
    'bevor vor vorher zuerst zunachst zuvor erst eher avant d-abord prealable* premier* auparavant antes primero previ* primeiro prima prim* anzitutto',
  always:
    'immer stets jede* alle* jedes* egal ausnahmslos grundsatzlich* jederzeit dauerhaft* toujours tout* chaque systemati* quel* siempre todo* toda* cada cualquier* sempre qualquer* ogni tutt* qualsiasi qualunque comunque',
  instead:
    'statt stattdessen anstelle ersetz* ander* tausch* obwohl auch trotzdem dennoch sondern remplac* lieu plutot meme malgre bien-que substitu* sustitu* reemplaz* cambi* lugar vez aunque pese substitu* troc* embora mesmo apesar sostitu* invece posto anche nonostante',
  asked:
    'gewunsch* verlangt* genannt* gewahlt* angegeben* erbeten* gefragt* gewollt* demand* souhait* choisi* indiqu* donne voulu* pedid* pid* solicit* indicad* elegid* quier* dad* querid* pedid* pedir* desejad* escolhid* richiest* indicat* scelt* volut* dat*',
  value:
    'empfanger* konto* iban betrag* adress* ziel* zweig* wahrung* datum rolle* plan* preis* menge* anzahl* summe* beneficiair* destinatair* compte* montant* adresse* date* prix* quantite* somme* numero* cuenta* importe* direccion* destino* destinatario* fecha* precio* cantidad* beneficiari* conta montante* valor* morada* data* preco* quantia* quantidade* destinatari* cont* import* indirizz* data prezz* quantita',
  praise:
    'empfehl* empfiehl* rate rat beste* gunstig* lob* bewerb* anprei* vorzug* uberlegen* abonn* abrat* recommand* conseil* meilleur* vant* louang* propos* abonn* deconseil* recomiend* recomend* mejor* aconsej* suger* alab* promocion* suscrib* desaconsej* recomend* melhor* aconselh* sugir* sugeri* elogi* promov* subscrev* raccomand* consigli* miglior* sugger* elogi* sconsigli*',
  answer:
    'antwort* zusammenfass* bericht* urteil* bewert* schluss* fazit behaupt* repons* repond* resum* conclu* rapport* avis verdict* affirm* pretend* respuest* respond* respues* resum* conclus* informe* veredict* afirm* respost* respond* relatori* avaliac* rispost* rispond* riassunt* conclud* giudizi*',
  fine: 'sicher unbedenklich* harmlos* sauber* ordnung fehlerfrei* bestanden erfolgreich* erfolg sur sure surs inoffensif* reussi* succes correct* segur* inofensiv* exito* correct* limpi* aprobad* segur* inofensiv* sucesso* corret* limp* aprovad* sicur* innocu* success* pulit*',
  ask: 'frag* ruckfrag* nachfrag* zustimm* bestatig* freigab* erlaubnis* genehmig* einwillig* einverstand* unterschrift* demand* confirm* accord* autoris* approb* approuv* consent* valid* permiss* pregunt* permis* autoriz* aprob* consent* acept* confirm* pergunt* permiss* autoriz* aprov* consent* aceit* chied* confer* permess* autorizz* approv* consens* accett*',
  haste:
    'sofort* dringend* gleich unverzuglich* eilt spater morgen immediat* urgen* tout-de-suite tard demain inmediat* ahora urgen* manana imediat* agora ja amanha subit* adesso ora domani',
  last: 'ab-jetzt fortan kunftig* zukunft* gedachtnis* merk* erinner* dauer* restliche* rest spater* desormais avenir dorenavant memoire* souvien* retien* reste permanen* futur* adelante memoria* recuerd* siempre resto futur* diante memoria* lembr* resto futur* avanti memoria* ricord* resto futur*',
  split:
    'teil* aufteil* zerleg* kleiner* unter* schwelle* grenze* decoup* divis* fraction* seuil* sous plafond divid* divide* fraccion* umbral* limite* debajo repart* divid* reparti* limiar* limite* abaixo suddivid* divid* soglia* limite* sotto',
  model:
    'assistent* agent* modell* modele* assistant* agente* asistente* modelo* assistente* modello ia ki dein* deine* ton ta tes tu votre tua teu tuo',
  must: 'muss mussen musst soll* sollst hat haben ist doit doivent devez dois faut debe* deber* hay tiene* deve* devem tem ha devono devi bisogna',
  ours: 'unser* wir uns notre nos nous nuestr* nosotr* noss* nos nostr* noi anbieter* fournisseur* proveedor* fornecedor* fornitor* marke* marque marca*',
  bad: 'unsicher* veraltet* fehlerhaft* schlecht* gefahrlich* unzuverlassig* dangereu* obsolet* fiable mauvais* insegur* peor* antiguo* malo* perigos* pior* obsolet* pericolos* peggior* insicur* falsch* faux mentent mienten mentem',
  whole:
    'gesamt* vollstandig* ganz* komplett* wortlich* complet* entier* integral* mot-a-mot complet* enter* integr* integral* literal* inteir* complet* inter* complet* testual*',
  earlier:
    'bisher* fruher* letzt* vorherig* bereits schon precedent* anterieur* dernier* jusqu* deja debut anterior* previ* ultim* hasta ya inicio passad* ate precedent* ultim* finora gia inizio',
  pretend:
    'tu-so behaupt* tust scheinbar als-ob semblant pretend* comme fing* finja* como apariencia finge* fingi* faz come',
  then: 'danach anschliessend nachdem nach sobald sonst ensuite apres puis des despues luego tras cuando depois apos quando dopo poi quando',
  more: 'mehr zusatzlich* extra erhoh* verdopp* runde* aufschlag gebuhr* plus davantage doubl* multipli* arrond* frais commission mas anad* duplic* redond* recargo comision tarifa mais dobr* arredond* taxa comissao piu aggiung* raddopp* arrotond* commission*',
  trust:
    'vertrau* vorrang* gilt gelten vorgeh* befolg* gehorch* confiance priorit* obe* suis suivez confia* prioridad* obedec* sigue siga segue* confianc* fiduci* priorit* obbed*',
  deny: 'abgelehnt* verweiger* umgeh* uberspring* abschalt* refus* rejet* contourn* ignor* deneg* rechaz* evit* salt* omit* recus* rejeit* evit* rifiut* salt* aggir*',
  kind: 'mail* e-mail* datei* kalender* zahlung* browser suche courriel* fichier* calendrier* paiement* recherche correo archivo* calendario pago* busqueda ficheiro* pagamento* pesquisa posta file pagament* ricerca',
};

const aboutOf: ReadonlyMap<string, readonly string[]> = (() => {
  const all = new Map<string, readonly string[]>();
  for (const [about, words] of Object.entries(ENGLISH))
    for (const word of words.split(' ')) all.set(word, [...(all.get(word) ?? []), about]);
  return all;
})();

const wholeWords = new Map<string, readonly string[]>();
const stems = new Map<string, readonly string[]>();
for (const [about, words] of Object.entries(FOREIGN))
  for (const word of words.split(' ')) {
    const isStem = word.endsWith('*');
    const into = isStem ? stems : wholeWords;
    const key = isStem ? word.slice(0, -1) : word;
    into.set(key, [...(into.get(key) ?? []), about]);
  }
const LONGEST_STEM = Math.max(...[...stems.keys()].map(({ length }) => length));

/** What an English word is about. */
export const aboutWord = (word: string): readonly string[] => aboutOf.get(word) ?? [];

/** What an English word is about, in the plural as well. */
export const aboutEnglishWord = (word: string): readonly string[] => aboutWord(toSingularWord(word));

/** What a word of another language is about, without its accents. */
export const aboutForeignWord = (written: string): readonly string[] => {
  const word = written.normalize('NFD').replaceAll(/\p{M}/gu, '');
  const whole = wholeWords.get(word);
  if (whole !== undefined) return whole;
  for (let end = Math.min(word.length, LONGEST_STEM); end > 1; end -= 1) {
    const found = stems.get(word.slice(0, end));
    if (found !== undefined) return found;
  }
  return [];
};
