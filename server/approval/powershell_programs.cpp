#include "approval/powershell_programs.hpp"

namespace termhost::approval {
namespace {

constexpr std::uint32_t reads = ReadOnly;
constexpr std::uint32_t computes = ReadOnly | TextOperands;

// Names in small letters, with their aliases; parameters by their whole names. -OutVariable and its kin set variables,
// so they stand nowhere.
constexpr std::array rows{
    ProgramRow{"get-childitem|gci|ls|dir|get-item|gi|get-itemproperty",
               "+path: +literalpath: +filter: +include: +exclude: +recurse +depth: +name +force +file +directory "
               "+hidden +attributes: "
               "+erroraction: +ea:",
               reads | NamesOnly},
    ProgramRow{"get-content|gc|cat|type",
               "+path: +literalpath: +totalcount: +head: +first: +tail: +last: +raw +encoding: +readcount: +delimiter: "
               "+wait +erroraction: +ea:",
               reads},
    ProgramRow{"test-path|resolve-path|split-path|join-path|convert-path|get-filehash",
               "+path: +literalpath: +pathtype: +leaf +parent +childpath: +leafbase +extension +relative +algorithm: "
               "+isvalid +erroraction: +ea:",
               reads | NamesOnly},
    ProgramRow{"write-output|echo|write|write-host|write-verbose|write-warning|write-error|write-information|out-null|"
               "out-string|out-host|out-default",
               "+inputobject: +object: +message: +noenumerate +nonewline +separator: +foregroundcolor: "
               "+backgroundcolor: +stream +width:",
               computes},
    ProgramRow{"where-object|where|?",
               "+property: +value: +filterscript: +eq +ne +gt +ge +lt +le +like +notlike +match +notmatch +contains "
               "+notcontains +in +notin +is +isnot +not "
               "+ceq +cne +clike +cmatch",
               computes},
    ProgramRow{"foreach-object|%|foreach", "+process: +begin: +end:", computes, 0},
    ProgramRow{"select-object|select",
               "+property: +first: +last: +skip: +skiplast: +unique +expandproperty: +excludeproperty: +index: +wait",
               computes},
    ProgramRow{"sort-object|sort|group-object|group|measure-object|measure|format-table|ft|format-list|fl|format-wide|"
               "fw|compare-object|diff|get-unique|gu|get-member|gm|"
               "convertto-json|convertfrom-json|convertto-csv|convertfrom-csv|convertto-html|select-string|sls",
               "+property: +descending +ascending +unique +stable +casesensitive +top: +bottom: +noelement +sum "
               "+average +maximum +minimum +line +word +character +allstats +autosize +wrap "
               "+hidetableheaders +groupby: +depth: +compress +asarray +notypeinformation +delimiter: +header: "
               "+pattern: +path: +simplematch +context: +allmatches +list +quiet +notmatch +encoding: "
               "+include: +exclude: +inputobject: +membertype: +name: +referenceobject: +differenceobject: "
               "+includeequal +asstring +ashashtable",
               reads | Pattern},
    ProgramRow{"get-date|get-location|gl|pwd|get-process|gps|get-command|gcm|get-help|get-host|get-culture|get-uptime|"
               "get-random|get-service|gsv|get-psdrive|get-module|gmo|get-alias|gal|get-history|get-verb|"
               "get-timezone|get-computerinfo|start-sleep|sleep|new-timespan|get-variable|gv",
               "+name: +format: +uformat: +id: +date: +asutc +year: +month: +day: +hour: +minute: +second: "
               "+commandtype: +listavailable +module: +minimum: +maximum: +count: +seconds: +milliseconds: +s: +m: "
               "+erroraction: +ea: +valueonly +all +full +examples +detailed +syntax +start: +end: +psprovider: "
               "+displayname: +unixtimeseconds:",
               computes},
    ProgramRow{"set-location|sl|cd|chdir", "+path: +literalpath:", reads | NamesOnly, 1},
    ProgramRow{"remove-item|ri|rm|rmdir|del|erase|rd|copy-item|cpi|cp|copy|move-item|mi|mv|move|rename-item|rni|ren|"
               "clear-content|clc",
               "+path: +literalpath: +destination: +recurse +force +filter: +include: +exclude: +newname: +container "
               "+whatif +confirm: +erroraction: +ea: +passthru",
               0},
    ProgramRow{"invoke-expression|iex|invoke-command|icm|set-alias|new-alias|sal|nal|new-object|add-type|import-module|"
               "ipmo|start-process|saps|start|invoke-item|ii|start-job|sajb|new-item|ni|set-item|si|"
               "set-content|sc|add-content|ac|out-file|tee-object|tee|set-variable|sv|invoke-webrequest|iwr|curl|wget|"
               "invoke-restmethod|irm|invoke-history|ihy|r|invoke-wmimethod|invoke-cimmethod|set-executionpolicy|"
               "set-itemproperty|sp|export-csv|epcsv|export-clixml|import-clixml|import-csv|ipcsv|update-formatdata|"
               "update-typedata|register-objectevent|new-psdrive|ndr|mount|enter-pssession|etsn|new-pssession|nsn|"
               "expand-archive|compress-archive|stop-process|spps|kill|restart-computer|stop-computer|throw",
               "", Commanded, 0},
    ProgramRow{"return|exit|break|continue", "", reads | TextOperands | Effectless, 0},
};

}  // namespace

std::span<const ProgramRow> powershell_programs() { return rows; }

}  // namespace termhost::approval
